package seda.netio;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * What a client needs for TLS 1.3 (RFC 8446) or 1.2 (RFC 5246). A server must show a certificate
 * that is trusted and is for the name that was asked for, or for the address if there was no name.
 *
 * @param trustStore a PKCS #12 file with the certificates of the authorities that are trusted; null
 *     for those that Java trusts
 * @param password of the file
 * @param threads that compute what handshakes need, for that would hold up a processor
 * @param handshakes that may wait for those threads; connections beyond fail
 * @param protocols what is offered to be spoken above, as ALPN names it (RFC 7301); empty if
 *     nothing is to be said about it
 */
public record TlsClientConfig(
    Path trustStore, String password, int threads, int handshakes, List<String> protocols) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the key, the value and what is allowed
   */
  public TlsClientConfig {
    Objects.requireNonNull(password, "password");
    Limit.atLeast("tls.threads", threads, 1);
    Limit.atLeast("tls.handshakes", handshakes, 1);
    protocols = List.copyOf(protocols);
  }

  /** Trusts whom Java trusts; two threads, 1024 handshakes that may wait. */
  public static TlsClientConfig defaults() {
    return trusting(null, "");
  }

  /** The same, but trusts only the certificates in a file. */
  public static TlsClientConfig trusting(Path trustStore, String password) {
    return new TlsClientConfig(trustStore, password, 2, 1024, List.of());
  }

  /** The same for these protocols. */
  public TlsClientConfig withProtocols(String... names) {
    return new TlsClientConfig(trustStore, password, threads, handshakes, List.of(names));
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "TlsClientConfig[" + (trustStore == null ? "Java's authorities" : trustStore) + "]";
  }
}
