package seda.netio;

import java.util.ArrayList;
import java.util.List;

/** A version of TLS that a server may speak. Older ones are broken (RFC 8996). */
public enum TlsVersion {
  /** TLS 1.2 (RFC 5246), with forward secrecy and authenticated encryption only (RFC 9325, 4.2). */
  TLS_1_2("1.2", "TLSv1.2"),

  /** TLS 1.3 (RFC 8446). */
  TLS_1_3("1.3", "TLSv1.3");

  private final String number;
  private final String protocol;

  TlsVersion(String number, String protocol) {
    this.number = number;
    this.protocol = protocol;
  }

  /** Returns the name in Java's TLS. */
  String protocol() {
    return protocol;
  }

  /**
   * Reads versions, like {@code 1.3}.
   *
   * @param key their key, for messages
   * @throws IllegalArgumentException naming the key, the value and what is allowed; also if there
   *     is none
   */
  public static List<TlsVersion> list(String key, List<String> numbers) {
    List<TlsVersion> versions = new ArrayList<>();
    for (TlsVersion version : values()) {
      if (numbers.contains(version.number)) {
        versions.add(version);
      }
    }
    if (versions.isEmpty() || versions.size() < numbers.stream().distinct().count()) {
      throw new IllegalArgumentException(
          key + " = " + numbers + ", must be a list of \"1.2\" and \"1.3\"");
    }
    return versions;
  }
}
