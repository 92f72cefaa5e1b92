package benchmarks.threads;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LimitedHandlerTest {
  /** The limit at the start. */
  private static final int LIMIT = 20;

  private final Semaphore inside = new Semaphore(0);
  private final CountDownLatch open = new CountDownLatch(1);
  private final Server server = new Server();
  private final ServerConnector connector = new ServerConnector(server);
  private final List<Socket> clients = new ArrayList<>();

  /** Answers once the test says so. */
  private final class Waiting extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback)
        throws InterruptedException {
      inside.release();
      open.await();
      response.setStatus(200);
      response.write(true, null, callback);
      return true;
    }
  }

  @BeforeEach
  void start() throws Exception {
    server.addConnector(connector);
    server.setHandler(new LimitedHandler(new Waiting(), Duration.ofMinutes(1)));
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    open.countDown();
    for (Socket client : clients) {
      client.close();
    }
    server.stop();
  }

  private Socket ask() throws IOException {
    Socket client = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
    clients.add(client);
    client
        .getOutputStream()
        .write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".getBytes(US_ASCII));
    return client;
  }

  private static String reply(Socket client) throws IOException {
    return new String(client.getInputStream().readAllBytes(), US_ASCII);
  }

  @Test
  void refusesBeyondTheLimitAndServesAgainAfterwards() throws Exception {
    List<Socket> served = new ArrayList<>();
    for (int i = 0; i < LIMIT; i++) {
      served.add(ask());
    }
    inside.acquire(LIMIT);

    assertThat(reply(ask())).startsWith("HTTP/1.1 503").contains("Retry-After: 1\r\n");

    open.countDown();
    for (Socket client : served) {
      assertThat(reply(client)).startsWith("HTTP/1.1 200");
    }
    assertThat(reply(ask())).startsWith("HTTP/1.1 200");
  }
}
