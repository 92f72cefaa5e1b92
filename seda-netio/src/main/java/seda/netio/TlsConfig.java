package seda.netio;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * TLS settings of a server, for TLS 1.3 (RFC 8446).
 *
 * @param keyStore PKCS #12 file with a private key and its chain for each certificate. A client
 *     that names a host gets the certificate for that name, if there is one. A changed file is
 *     reread within ten seconds; open connections are not affected
 * @param password password of the file and of its keys
 * @param handshakeTimeout time-out of a handshake
 * @param threads threads that compute handshakes, which would block a processor
 * @param handshakes handshakes that may wait for those threads; further connections are closed
 * @param protocols application protocols, as ALPN names (RFC 7301); a client that offers only
 *     others is refused. Empty to ignore ALPN
 */
public record TlsConfig(
    Path keyStore,
    String password,
    Duration handshakeTimeout,
    int threads,
    int handshakes,
    List<String> protocols) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the key, the value and the allowed range
   */
  public TlsConfig {
    Objects.requireNonNull(keyStore, "keyStore");
    Objects.requireNonNull(password, "password");
    Limit.positive("tls.handshake-timeout", handshakeTimeout);
    Limit.atLeast("tls.threads", threads, 1);
    Limit.atLeast("tls.handshakes", handshakes, 1);
    protocols = List.copyOf(protocols);
  }

  /** Returns the defaults: a time-out of 10 s, two threads, 1024 waiting handshakes. */
  public static TlsConfig of(Path keyStore, String password) {
    return new TlsConfig(keyStore, password, Duration.ofSeconds(10), 2, 1024, List.of());
  }

  /** Returns a copy with these protocols. */
  public TlsConfig withProtocols(String... names) {
    return new TlsConfig(keyStore, password, handshakeTimeout, threads, handshakes, List.of(names));
  }

  /**
   * Reads the key store, to detect an unusable one before the start.
   *
   * @throws IllegalArgumentException if it is unusable, with the reason
   */
  public void requireUsable() {
    ServerKeys.context(this);
  }

  /** Omits the password. */
  @Override
  public String toString() {
    return "TlsConfig[" + keyStore + "]";
  }
}
