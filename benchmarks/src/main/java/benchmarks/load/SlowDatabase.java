package benchmarks.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;

/** A database behind a {@link DelayProxy}: an external server or its own. Methods block. */
public final class SlowDatabase implements AutoCloseable {
  private static final int MYSQL_PORT = 3306;
  private final DatabaseServer server;
  private final DelayProxy proxy;
  private final String url;

  /**
   * A database without a delay.
   *
   * @param mysql JDBC URL of a server, with user and password; null to start one
   */
  public SlowDatabase(String mysql) throws IOException {
    server = new DatabaseServer(mysql);
    URI direct = URI.create(server.url().substring("jdbc:".length()));
    int port = direct.getPort() < 0 ? MYSQL_PORT : direct.getPort();
    proxy = new DelayProxy(new InetSocketAddress(direct.getHost(), port));
    url = server.url().replaceFirst("//[^/]*/", "//127.0.0.1:" + proxy.port() + "/");
  }

  /** JDBC URL of the database, through the proxy. */
  public String url() {
    return url;
  }

  /** Sets the delay of later answers. Any thread; does not block. */
  public void delay(Duration delay) {
    proxy.delay(delay);
  }

  /** Stops the proxy and its own server, and deletes the server's data. */
  @Override
  public void close() throws IOException {
    try (server) {
      proxy.close();
    }
  }
}
