package seda.netio;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import seda.kernel.Limit;

/**
 * TLS settings of a server.
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
 * @param versions versions that it speaks; of TLS 1.2 only cipher suites with forward secrecy and
 *     authenticated encryption
 */
public record TlsConfig(
    Path keyStore,
    String password,
    Duration handshakeTimeout,
    int threads,
    int handshakes,
    List<String> protocols,
    List<TlsVersion> versions) {

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
    versions = List.copyOf(versions);
    Limit.atLeast("tls.versions", versions.size(), 1);
  }

  /** Returns the defaults: TLS 1.3, a time-out of 10 s, two threads, 1024 waiting handshakes. */
  public static TlsConfig of(Path keyStore, String password) {
    return new TlsConfig(
        keyStore,
        password,
        Duration.ofSeconds(10),
        2,
        1024,
        List.of(),
        List.of(TlsVersion.TLS_1_3));
  }

  /** Returns a copy with these protocols. */
  public TlsConfig withProtocols(String... names) {
    return new TlsConfig(
        keyStore, password, handshakeTimeout, threads, handshakes, List.of(names), versions);
  }

  /** Returns a copy with these versions. */
  public TlsConfig withVersions(TlsVersion... allowed) {
    return new TlsConfig(
        keyStore, password, handshakeTimeout, threads, handshakes, protocols, List.of(allowed));
  }

  /**
   * Reads the key store, to detect an unusable one before the start.
   *
   * @param key the configuration key of the key store, for the message
   * @throws IllegalArgumentException if it is unusable, with the key, the file and the reason
   */
  public void requireUsable(String key) {
    ServerKeys.context(this, key);
  }

  /** Omits the password. */
  @Override
  public String toString() {
    return "TlsConfig[" + keyStore + "]";
  }
}
