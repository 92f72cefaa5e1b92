package seda.netio;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
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
    parameters.setProtocols(new String[] {"TLSv1.3"});
    parameters.setApplicationProtocols(config.protocols().toArray(String[]::new));
    parameters.setUseCipherSuitesOrder(true);
    // lets the key manager choose the certificate for the host that the client names
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
  }

  static SSLContext context(TlsConfig config) {
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
          "tls.key-store = " + config.keyStore() + ", must be a readable PKCS #12 file: " + e, e);
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
