package benchmarks.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import benchmarks.corpus.SearchWords;
import benchmarks.users.RunResult.Outcome;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
@SuppressWarnings("try") // a load only runs
class LoadRunTest {
  private static final Habits WITHOUT_PAUSES = Habits.closed().thinking(Duration.ZERO);
  private static final int REFUSED_OF_TEN = 7;
  private static final SearchWords NO_WORDS = new SearchWords(List.of(), List.of(), List.of());
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
  private final BlockingQueue<String> logins = new LinkedBlockingQueue<>();
  private final AtomicInteger served = new AtomicInteger();
  private HttpServer server;
  private final AtomicInteger visits = new AtomicInteger();

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> answer(exchange, 303, ""));
    server.createContext(
        "/login",
        exchange -> {
          String form = body(exchange);
          if (!form.isEmpty()) {
            logins.add(form);
          }
          answer(exchange, 200, FOLDERS);
        });
    server.createContext(
        "/mail",
        exchange -> answer(exchange, 200, FOLDERS + (visits.getAndIncrement() == 0 ? NOTICE : "")));
    server.createContext(
        "/mail/2/refile",
        exchange -> {
          undone.add(body(exchange));
          answer(exchange, 503, "");
        });
    server.start();
  }

  private static String body(HttpExchange exchange) throws IOException {
    return new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** CSRF tokens count the visits. */
  private void answer(HttpExchange exchange, int status, String page) throws IOException {
    byte[] body = page.replace("%d", visits.toString()).getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Location", "/mail");
    exchange.getResponseHeaders().add("Retry-After", "0");
    exchange.getResponseHeaders().add("Arashi-Quality", "0.5");
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private static Person person(String session) {
    return new Person("ada", "lovelace", session, NO_WORDS);
  }

  private URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
  }

  /** A run until the end of the test. */
  private final class Load implements AutoCloseable {
    private final Thread thread;

    private Load(Habits habits, Person person) {
      thread = new Thread(() -> run(habits, person));
      thread.start();
    }

    private void run(Habits habits, Person person) {
      try {
        new LoadRun(address(), habits)
            .run(Crowd.of(1), (of, count) -> List.of(person), 3_600, (second, last) -> {});
      } catch (IOException | InterruptedException e) {
        // the test interrupts it
      }
    }

    @Override
    public void close() throws InterruptedException {
      thread.interrupt();
      thread.join();
    }
  }

  @ParameterizedTest
  @NullSource // signs in by the form
  @ValueSource(strings = "session")
  void undoesAMoveAfterItsUndoWasRefused(String session) throws Exception {
    try (Load load = new Load(WITHOUT_PAUSES, person(session))) {
      assertThat(undone.take()).isEqualTo("csrf=1&uid=7");
      assertThat(undone.take()).as("with the token of a newer page").isEqualTo("csrf=2&uid=7");
    }
  }

  @Test
  void anImpatientUserSendsTheRefusedRequestAgain() throws Exception {
    Habits impatient = WITHOUT_PAUSES.retrying(Habits.Retry.AT_ONCE);
    try (Load load = new Load(impatient, person("session"))) {
      for (int i = 0; i < 3; i++) {
        assertThat(undone.take()).isEqualTo("csrf=1&uid=7");
      }
    }
    assertThat(visits.get()).as("pages between the refusals").isEqualTo(1);
  }

  @Test
  void usersSignInAnewForAShareOfTheirActions() throws Exception {
    try (Load load = new Load(WITHOUT_PAUSES.withLogins(1), person("session"))) {
      for (int i = 0; i < 5; i++) {
        assertThat(logins.take()).contains("name=ada&password=lovelace");
      }
    }
  }

  @Test
  void anOpenLoopCountsWhatTheServerAnsweredAndRefused() throws Exception {
    int users = 50;
    List.of("/", "/mail", "/mail/2/refile").forEach(server::removeContext);
    server.createContext("/", exchange -> answer(exchange, scripted(), FOLDERS));
    RunResult run =
        new LoadRun(address(), Habits.open(500))
            .run(
                Crowd.of(users),
                (of, count) -> Collections.nCopies(count, person("session")),
                3,
                (second, last) -> {});
    Summary all = run.between(0, 3);
    int asked = served.get();

    // requests in flight at the end are in the server's count only
    assertThat(all.requests()).isBetween(asked - users, asked).isPositive();
    assertThat(all.count(Outcome.REFUSED))
        .isCloseTo(all.requests() * REFUSED_OF_TEN / 10, within(users));
    assertThat(all.count(Outcome.FAILED)).isZero();
    assertThat(all.asking()).as("arrivals reach all users").isEqualTo(users);
    assertThat(all.meanQuality()).isEqualTo(0.5);
    assertThat(run.cost().arrivals()).isGreaterThanOrEqualTo(asked - run.cost().starved());
  }

  private int scripted() {
    return served.getAndIncrement() % 10 < REFUSED_OF_TEN ? 503 : 200;
  }

  @Test
  void anOpenLoopReportsThatNoUserIsReady() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    server.removeContext("/mail");
    server.createContext("/mail", exchange -> await(end));
    try {
      RunResult run =
          new LoadRun(address(), Habits.open(100))
              .run(Crowd.of(1), (of, count) -> List.of(person("session")), 2, (second, last) -> {});
      assertThat(run.cost().arrivals()).isGreaterThan(1);
      assertThat(run.cost().starved()).isEqualTo(run.cost().arrivals() - 1);
      assertThat(run.cost().isBottleneck()).isTrue();
      assertThat(run.between(0, 2).neverAnswered()).isEqualTo(1);
    } finally {
      end.countDown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
