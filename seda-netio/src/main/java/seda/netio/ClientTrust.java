package seda.netio;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

/**
 * The authorities that a client trusts, and its TLS sessions per host and port, which make
 * handshakes shorter.
 */
final class ClientTrust {
  private final TlsClientConfig config;
  private final SSLContext context;

  /**
   * Reads the trust store.
   *
   * @throws IllegalArgumentException if it is unusable, with the reason
   */
  ClientTrust(TlsClientConfig config) {
    this.config = config;
    this.context = context(config);
  }

  private static SSLContext context(TlsClientConfig config) {
    try {
      TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(config.trustStore() == null ? null : authorities(config));
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "tls.trust-store = "
              + config.trustStore()
              + ", must be a readable PKCS #12 file with certificates: "
              + e,
          e);
    }
  }

  private static KeyStore authorities(TlsClientConfig config)
      throws IOException, GeneralSecurityException {
    try (InputStream file = Files.newInputStream(config.trustStore())) {
      KeyStore authorities = KeyStore.getInstance("PKCS12");
      authorities.load(file, config.password().toCharArray());
      if (authorities.size() == 0) {
        throw new IOException("it is empty"); // otherwise each handshake would fail
      }
      return authorities;
    }
  }

  /** Creates an engine for a connection. The server must prove the address's host string. */
  SSLEngine engine(InetSocketAddress address) {
    String host = name(address);
    SSLEngine engine = context.createSSLEngine(host, address.getPort());
    engine.setUseClientMode(true);
    SSLParameters parameters = new SSLParameters();
    parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
    parameters.setApplicationProtocols(config.protocols().toArray(String[]::new));
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    if (!isLiteral(host, address)) { // RFC 6066 §3
      parameters.setServerNames(List.of(new SNIHostName(host)));
    }
    engine.setSSLParameters(parameters);
    return engine;
  }

  /** Returns the host without the root's dot, which certificates do not contain. */
  private static String name(InetSocketAddress address) {
    String host = address.getHostString();
    return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
  }

  private static boolean isLiteral(String host, InetSocketAddress address) {
    return host.indexOf(':') >= 0 || host.equals(address.getAddress().getHostAddress());
  }
}
