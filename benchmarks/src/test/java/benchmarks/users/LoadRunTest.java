package benchmarks.users;

import static org.assertj.core.api.Assertions.assertThat;

import benchmarks.corpus.SearchWords;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LoadRunTest {
  private static final Habits WITHOUT_PAUSES = Habits.closed().thinking(Duration.ZERO);
  private static final String FOLDERS =
      """
      <a href="/mail/1"><i class="i i-inbox"></i></a><a href="/mail/2"><i class="i i-archive"></i></a>
      <input type="hidden" name="csrf" value="%d">
      """;
  private static final String NOTICE =
      """
      <div class="notice"><form method="post" action="/mail/2/refile">
      <input type="hidden" name="csrf" value="%d"><input type="hidden" name="uid" value="7">
      </form></div>
      """;

  private final BlockingQueue<String> undone = new LinkedBlockingQueue<>();
  private HttpServer server;
  private int visits;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> answer(exchange, 303, ""));
    server.createContext("/login", exchange -> answer(exchange, 200, FOLDERS));
    server.createContext(
        "/mail", exchange -> answer(exchange, 200, FOLDERS + (visits++ == 0 ? NOTICE : "")));
    server.createContext(
        "/mail/2/refile",
        exchange -> {
          undone.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          answer(exchange, 503, "");
        });
    server.start();
  }

  /** CSRF tokens count the visits. */
  private void answer(HttpExchange exchange, int status, String page) throws IOException {
    byte[] body = page.replace("%d", "" + visits).getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Location", "/mail");
    exchange.getResponseHeaders().add("Retry-After", "0");
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @ParameterizedTest
  @NullSource // signs in by the form
  @ValueSource(strings = "session")
  void undoesAMoveAfterItsUndoWasRefused(String session) throws Exception {
    Person person =
        new Person("ada", "lovelace", session, new SearchWords(List.of(), List.of(), List.of()));
    URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    Thread load =
        new Thread(
            () -> {
              try {
                new LoadRun(address, WITHOUT_PAUSES)
                    .run(
                        Crowd.of(1),
                        (serviceClass, count) -> List.of(person),
                        3_600,
                        (second, last) -> {});
              } catch (IOException | InterruptedException e) {
                // the test interrupts it
              }
            });
    load.start();
    try {
      assertThat(undone.take()).isEqualTo("csrf=1&uid=7");
      assertThat(undone.take()).isEqualTo("csrf=2&uid=7");
    } finally {
      load.interrupt();
      load.join();
    }
  }
}
