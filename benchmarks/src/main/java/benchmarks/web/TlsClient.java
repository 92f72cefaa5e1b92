package benchmarks.web;

import benchmarks.report.BenchmarkException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** A blocking client over TLS 1.3 that trusts every server. For one thread. */
final class TlsClient {
  private static final String[] PROTOCOLS = {"TLSv1.3"};
  private static final String[] SUITES = {"TLS_AES_128_GCM_SHA256"};
  private static final int TIMEOUT_MILLIS = 30_000;
  private static final String LENGTH = "content-length: ";

  private final SSLContext context;
  private final InetSocketAddress server;
  private boolean resumed;

  /** A client without any session to resume. */
  TlsClient(InetSocketAddress server) {
    this.server = server;
    try {
      context = SSLContext.getInstance("TLSv1.3");
      context.init(null, new TrustManager[] {new Trusting()}, null);
    } catch (GeneralSecurityException e) {
      throw new BenchmarkException("this Java has no TLS 1.3", e);
    }
  }

  SSLSocket connect() throws IOException {
    resumed = true; // until the server shows its certificate
    SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(server.getAddress(), server.getPort());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.setEnabledProtocols(PROTOCOLS);
    socket.setEnabledCipherSuites(SUITES);
    socket.startHandshake();
    return socket;
  }

  /** True if the last connection resumed the session of an earlier one. */
  boolean resumed() {
    return resumed;
  }

  /** Asks for a page, reads the whole answer, and returns the bytes of its body. */
  static long ask(SSLSocket socket, String path) throws IOException {
    String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("the server closed a connection");
      }
      head.append((char) Character.toLowerCase(next));
    }
    int at = head.indexOf(LENGTH);
    if (head.indexOf("http/1.1 200 ") != 0 || at < 0) {
      throw new IOException("no page, but: " + head);
    }
    int from = at + LENGTH.length();
    long body = Long.parseLong(head.substring(from, head.indexOf("\r", from)));
    in.skipNBytes(body);
    return body;
  }

  private final class Trusting implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {
      throw new UnsupportedOperationException("this is no server");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {
      resumed = false; // trusted: it was made for this run, and signs itself
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
