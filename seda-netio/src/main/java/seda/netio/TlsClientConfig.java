package seda.netio;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import seda.kernel.Limit;

/**
 * TLS settings of a client, for TLS 1.3 (RFC 8446) and 1.2 (RFC 5246). A server must show a trusted
 * certificate for the requested name, or for the address if there was no name.
 *
 * @param trustStore PKCS #12 file with the certificates of trusted authorities; null for Java's
 *     defaults
 * @param password password of the file
 * @param threads threads that compute handshakes, which would block a processor
 * @param handshakes handshakes that may wait for those threads; further connections fail
 * @param protocols application protocols to offer, as ALPN names (RFC 7301); empty to offer none
 */
public record TlsClientConfig(
    Path trustStore, String password, int threads, int handshakes, List<String> protocols) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the key, the value and the allowed range
   */
  public TlsClientConfig {
    Objects.requireNonNull(password, "password");
    Limit.atLeast("tls.threads", threads, 1);
    Limit.atLeast("tls.handshakes", handshakes, 1);
    protocols = List.copyOf(protocols);
  }

  /** Returns the defaults: Java's authorities, two threads, 1024 waiting handshakes. */
  public static TlsClientConfig defaults() {
    return trusting(null, "");
  }

  /** Returns the defaults with only the certificates of a file trusted. */
  public static TlsClientConfig trusting(Path trustStore, String password) {
    return new TlsClientConfig(trustStore, password, 2, 1024, List.of());
  }

  /** Returns a copy with these protocols. */
  public TlsClientConfig withProtocols(String... names) {
    return new TlsClientConfig(trustStore, password, threads, handshakes, List.of(names));
  }

  /** Omits the password. */
  @Override
  public String toString() {
    return "TlsClientConfig[" + (trustStore == null ? "Java's authorities" : trustStore) + "]";
  }
}
