package seda.netio;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys and certificates of a server, and its session tickets, which make handshakes shorter.
 */
final class ServerKeys {
  private static final Logger log = LoggerFactory.getLogger(ServerKeys.class);

  /**
   * The cipher suites of TLS 1.2 and 1.3 with forward secrecy and authenticated encryption (RFC
   * 9325, 4.2), in order of preference. Every TLS library since 2012 has one of those of TLS 1.2.
   */
  private static final List<String> SUITES =
      List.of(
          "TLS_AES_256_GCM_SHA384",
          "TLS_AES_128_GCM_SHA256",
          "TLS_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

  private final TlsConfig config;
  private final SSLParameters parameters = new SSLParameters();
  private volatile SSLContext context;
  private FileTime modified; // of the file read last; guarded by the lock

  /**
   * Reads the key store.
   *
   * @throws IllegalArgumentException if it is unusable, with the reason
   */
  ServerKeys(TlsConfig config) {
    this.config = config;
    this.modified = modified(config);
    this.context = context(config);
    parameters.setProtocols(
        config.versions().stream().map(TlsVersion::protocol).toArray(String[]::new));
    parameters.setCipherSuites(suites(context));
    parameters.setApplicationProtocols(config.protocols().toArray(String[]::new));
    parameters.setUseCipherSuitesOrder(true);
    // lets the key manager choose the certificate for the host that the client names
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
  }

  /** Returns the permitted suites that this Java has; the machine's policy may disable some. */
  private static String[] suites(SSLContext context) {
    Set<String> enabled = Set.of(context.getDefaultSSLParameters().getCipherSuites());
    return SUITES.stream().filter(enabled::contains).toArray(String[]::new);
  }

  static SSLContext context(TlsConfig config) {
    return context(config, "tls.key-store");
  }

  /**
   * Reads the key store.
   *
   * @param key its configuration key, for the message
   */
  static SSLContext context(TlsConfig config, String key) {
    char[] password = config.password().toCharArray();
    try (InputStream file = Files.newInputStream(config.keyStore())) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(file, password);
      KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
      managers.init(keys, password);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(
          key + " = " + config.keyStore() + ", must be a readable PKCS #12 file: " + e, e);
    }
  }

  private static FileTime modified(TlsConfig config) {
    try {
      return Files.getLastModifiedTime(config.keyStore());
    } catch (IOException e) {
      return null; // the file is being replaced; if it stays missing, reading it fails
    }
  }

  /**
   * Rereads a changed key store. An unusable file, like one still being written, is retried later.
   * Called on a worker.
   */
  synchronized void rereadIfChanged() {
    FileTime now = modified(config);
    if (now == null || now.equals(modified)) {
      return;
    }
    try {
      context = context(config);
      modified = now;
      log.info("key-store={} has changed and was reread", config.keyStore());
    } catch (IllegalArgumentException e) {
      log.warn(
          "key-store={} has changed and cannot be used; the previous keys stay in use",
          config.keyStore(),
          e);
    }
  }

  /** Creates an engine for an accepted connection. */
  SSLEngine engine() {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(false);
    engine.setSSLParameters(parameters);
    return engine;
  }
}
