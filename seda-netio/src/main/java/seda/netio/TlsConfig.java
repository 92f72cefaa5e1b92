package seda.netio;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * What a server needs for TLS 1.3 (RFC 8446).
 *
 * @param keyStore a PKCS #12 file with a private key and its chain for each certificate; a client
 *     that names a host gets the certificate for that name, if there is one. A file that has
 *     changed is read again within ten seconds; connections that are open keep what they have
 * @param password of the file and of its keys
 * @param handshakeTimeout after which a handshake has failed
 * @param threads that compute what handshakes need, for that would hold up a processor
 * @param handshakes that may wait for those threads; connections beyond are closed
 * @param protocols what is spoken above, as ALPN names it (RFC 7301); a client that offers only
 *     others is refused. Empty if nothing is to be said about it.
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
   * @throws IllegalArgumentException naming the key, the value and what is allowed
   */
  public TlsConfig {
    Objects.requireNonNull(keyStore, "keyStore");
    Objects.requireNonNull(password, "password");
    Limit.positive("tls.handshake-timeout", handshakeTimeout);
    Limit.atLeast("tls.threads", threads, 1);
    Limit.atLeast("tls.handshakes", handshakes, 1);
    protocols = List.copyOf(protocols);
  }

  /** A time-out of 10 s, two threads, 1024 handshakes that may wait. */
  public static TlsConfig of(Path keyStore, String password) {
    return new TlsConfig(keyStore, password, Duration.ofSeconds(10), 2, 1024, List.of());
  }

  /** The same for these protocols. */
  public TlsConfig withProtocols(String... names) {
    return new TlsConfig(keyStore, password, handshakeTimeout, threads, handshakes, List.of(names));
  }

  /**
   * Reads the key store, so that a bad one is known before anything starts.
   *
   * @throws IllegalArgumentException if it can't be used, saying why
   */
  public void requireUsable() {
    ServerKeys.context(this);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "TlsConfig[" + keyStore + "]";
  }
}
