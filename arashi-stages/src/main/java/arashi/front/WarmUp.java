package arashi.front;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Clock;
import seda.netio.TlsConfig;

/**
 * A stranger who asks a service for pages before anybody else can. Code that runs for the first
 * time takes ten times as long, and a crowd that came right after the start would wait for seconds
 * before it is even refused. His requests take the whole way, from the socket to the database and
 * back through the templates; his cookies name no session, so he gets login forms.
 */
public final class WarmUp {
  private static final Logger log = LoggerFactory.getLogger(WarmUp.class);

  private static final int REQUESTS_PER_CONNECTION = 16;
  private static final int TIMEOUT_MILLIS = 10_000;

  private final InetSocketAddress address;
  private final SocketFactory sockets;
  private final Cookies cookies;
  private final Clock clock;

  /**
   * Warms up what listens at an address.
   *
   * @param tls what it listens with, or null
   * @throws IOException if its keys can't be read
   */
  public WarmUp(InetSocketAddress address, TlsConfig tls, Cookies cookies, Clock clock)
      throws IOException {
    this.address = address;
    this.sockets = tls == null ? SocketFactory.getDefault() : trusting(tls);
    this.cookies = cookies;
    this.clock = clock;
  }

  private static SocketFactory trusting(TlsConfig tls) throws IOException {
    try {
      KeyStore own = KeyStore.getInstance(tls.keyStore().toFile(), tls.password().toCharArray());
      TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(own);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context.getSocketFactory();
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  /** One connection after the other for so long, and until the last is answered. Blocks. */
  public void run(Duration time) throws IOException {
    long start = clock.nanos();
    int connections = 0;
    while (clock.nanos() - start < time.toNanos()) {
      askOnce();
      connections++;
    }
    log.debug("requests={} to warm up", connections * REQUESTS_PER_CONNECTION);
  }

  private void askOnce() throws IOException {
    try (Socket socket = sockets.createSocket()) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(address, TIMEOUT_MILLIS);
      OutputStream out = socket.getOutputStream();
      out.write(requests().getBytes(StandardCharsets.US_ASCII));
      out.flush();
      try (InputStream in = socket.getInputStream()) {
        in.transferTo(OutputStream.nullOutputStream());
      }
    }
  }

  private String requests() {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= REQUESTS_PER_CONNECTION; i++) {
      text.append("GET /mail HTTP/1.1\r\nHost: localhost\r\nUser-Agent: warm-up\r\n")
          .append("Accept: text/html\r\nAccept-Language: en\r\nCookie: ")
          .append(cookies.session() + '=' + Tokens.random() + "\r\n")
          .append(i == REQUESTS_PER_CONNECTION ? "Connection: close\r\n\r\n" : "\r\n");
    }
    return text.toString();
  }
}
