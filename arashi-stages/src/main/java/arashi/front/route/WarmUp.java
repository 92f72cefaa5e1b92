package arashi.front.route;

import arashi.front.session.Cookies;
import arashi.front.session.Tokens;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Clock;
import seda.netio.TcpListener;
import seda.netio.TlsConfig;
import seda.netio.http.HttpServer;

/**
 * Warms up the code by requests of the service to itself. Code runs about ten times slower the
 * first time, so a crowd right after the start would wait for seconds even for a refusal. The
 * requests take the whole path, from the socket to the database and back through the templates.
 * Their cookies name no session, so they get login forms.
 *
 * <p>Logins with unknown names follow. The first password checks take ten times as long as later
 * ones, and admission needs some samples before it can tell how many logins meet the target.
 */
public final class WarmUp {
  private static final Logger log = LoggerFactory.getLogger(WarmUp.class);

  private static final int REQUESTS_PER_CONNECTION = 16;
  private static final int DISCARDED = 16 << 10;

  /**
   * More logins than the service-time estimate discards as cold. They run one after the other: all
   * at once in the queue, they would have the first user refused on a busy machine.
   */
  private static final int LOGINS = 24;

  /**
   * The end of the logins, after the other requests. In a crowd each login waits in the queue for
   * seconds, and all of them would keep {@code /readyz} at 503 for minutes; the crowd's own logins
   * warm the service up as well.
   */
  private static final Duration LOGINS_TIME = Duration.ofSeconds(5);

  private final InetSocketAddress address;
  private final SocketFactory sockets;
  private final Cookies cookies;
  private final Clock clock;

  /**
   * Warms up a server through an unpublished loopback port, after the graph has started. Blocks.
   * Ends early if the server drains.
   *
   * @param tls the server's TLS settings, or null
   * @param time duration; zero disables the warm-up
   */
  public static void of(
      HttpServer server, TlsConfig tls, Cookies cookies, Clock clock, Duration time) {
    if (time.isZero()) {
      return;
    }
    try (TcpListener listener =
        server.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
      new WarmUp(listener.address(), tls, cookies, clock).run(time, server::isDraining);
    } catch (IOException e) {
      if (!server.isDraining()) {
        log.warn("warm-up failed; first requests may be slow", e);
      }
    }
  }

  /**
   * Warms up the server at an address.
   *
   * @param tls the server's TLS settings, or null
   * @throws IOException if its keys can't be read
   */
  WarmUp(InetSocketAddress address, TlsConfig tls, Cookies cookies, Clock clock)
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

  /**
   * Sends requests on one connection after the other for {@code time}, then logins, until all are
   * answered, at most for {@link #LOGINS_TIME} more. Blocks.
   *
   * @param ended true to end early
   */
  void run(Duration time, BooleanSupplier ended) throws IOException {
    long start = clock.nanos();
    long deadline = start + time.plus(LOGINS_TIME).toNanos();
    int connections = 0;
    try {
      while (clock.nanos() - start < time.toNanos() && !ended.getAsBoolean()) {
        ask(requests(), deadline);
        connections++;
      }
      for (int i = 0; i < LOGINS && !ended.getAsBoolean(); i++) {
        ask(login(), deadline);
      }
    } catch (SocketTimeoutException e) {
      log.info("the warm-up ended early: the service is busy");
    }
    log.debug("requests={} to warm up", connections * REQUESTS_PER_CONNECTION);
  }

  /**
   * Sends requests and discards their answers.
   *
   * @throws SocketTimeoutException at the deadline
   */
  private void ask(String requests, long deadline) throws IOException {
    try (Socket socket = sockets.createSocket()) {
      socket.setSoTimeout(millisLeft(deadline));
      socket.connect(address, millisLeft(deadline));
      OutputStream out = socket.getOutputStream();
      out.write(requests.getBytes(StandardCharsets.US_ASCII));
      out.flush();
      byte[] discarded = new byte[DISCARDED];
      try (InputStream in = socket.getInputStream()) {
        while (in.read(discarded) >= 0) {
          socket.setSoTimeout(millisLeft(deadline));
        }
      }
    }
  }

  private int millisLeft(long deadline) throws SocketTimeoutException {
    long left = TimeUnit.NANOSECONDS.toMillis(deadline - clock.nanos());
    if (left <= 0) {
      throw new SocketTimeoutException("the warm-up is over");
    }
    return (int) Math.min(left, Integer.MAX_VALUE);
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

  private String login() {
    String token = Tokens.random();
    String form = "csrf=" + token + "&name=" + Tokens.random() + "&password=warm-up";
    return "POST /login HTTP/1.1\r\nHost: localhost\r\nUser-Agent: warm-up\r\n"
        + "Accept: text/html\r\nAccept-Language: en\r\nConnection: close\r\nCookie: "
        + cookies.login()
        + '='
        + token
        + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: "
        + form.length()
        + "\r\n\r\n"
        + form;
  }
}
