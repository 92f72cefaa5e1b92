package arashi.front.route;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.MailRequest;
import arashi.front.RecordingExchange;
import arashi.front.RequestProblem;
import arashi.front.ServiceFixture;
import arashi.front.page.Pages;
import arashi.front.session.Tokens;
import arashi.front.session.User;
import arashi.store.account.Session;
import arashi.target.RequestType;
import arashi.web.ErrorPage.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.EnqueueResult;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/** Requests without stages. The fixture gives the store and the shared objects only. */
class DirectRoutesTest {
  private static final Duration LIFETIME = Duration.ofDays(1);

  @AutoClose private static final ServiceFixture service = new ServiceFixture(front -> List.of());

  private final Front front = service.front();
  private final List<Thread> threads = new ArrayList<>();
  private final PathRouter router =
      new PathRouter(
          new DirectRoutes(front, new AddedWork(1)).of(List.of(new Probes())),
          front.pages(),
          page -> EnqueueResult.CLOSED,
          front.dispatcher());
  private final String token = Tokens.random();
  private final Session session =
      service
          .stored
          .store
          .people()
          .sessions()
          .create(
              Tokens.hash(token),
              service.stored.account(),
              Tokens.random(),
              LIFETIME,
              "test",
              "::1");

  private record Asked(HttpExchange exchange, User user) implements MailRequest {}

  /** Answers, or fails as the path says. */
  private final class Probes extends UserRequest<Asked> {
    Probes() {
      super(
          RequestType.of("probe", Duration.ofSeconds(1)),
          new Answering(front.pages()),
          Way.get("/probe/{kind}", (exchange, user, arguments) -> new Asked(exchange, user)),
          Way.post("/mail/{kind}/flag", (exchange, user, arguments) -> new Asked(exchange, user)));
    }
  }

  private final class Answering extends RequestHandler<Asked> {
    private final Map<String, Throwable> failures =
        Map.of(
            "exception", new IllegalStateException("broken"),
            "error", new AssertionError("broken"),
            "problem", new RequestProblem(Problem.NOT_FOUND, "for the test"));

    Answering(Pages pages) {
      super(pages, pages.busyWords("flag"));
    }

    @Override
    protected void answer(Asked request) throws Exception {
      threads.add(Thread.currentThread());
      Throwable failure = failures.get(request.exchange().request().pathSegments().get(1));
      if (failure instanceof Error error) {
        throw error;
      }
      if (failure != null) {
        throw (Exception) failure;
      }
      String quality = Double.toString(detail(request).quality());
      request.exchange().respond(HttpResponse.of(200).header("X-Quality", quality));
    }
  }

  /** The answer, which is there when the router returns. */
  private HttpResponse answer(HttpRequest request) {
    RecordingExchange exchange = new RecordingExchange(request);
    router.route(exchange);
    return exchange.answer();
  }

  private HttpRequest get(String path) {
    return withSession(HttpRequest.of("GET", path));
  }

  private HttpRequest withSession(HttpRequest request) {
    return request.withHeader("Cookie", front.cookies().session() + "=" + token);
  }

  @Test
  void answersOnTheCallingThreadAtFullQuality() {
    HttpResponse unknownSession = answer(get("/probe/fine"));
    HttpResponse cachedSession = answer(get("/probe/fine"));

    assertThat(List.of(unknownSession, cachedSession))
        .allMatch(response -> response.status() == 200)
        .allMatch(response -> response.header("X-Quality").equals("1.0"));
    assertThat(threads).hasSize(2).containsOnly(Thread.currentThread());
  }

  @ParameterizedTest
  @ValueSource(strings = {"exception", "error"})
  void answersAFailureWithTheErrorPage(String failure) {
    HttpResponse response = answer(get("/probe/" + failure));

    assertThat(response.status()).isEqualTo(500);
    assertThat(ServiceFixture.html(response).title()).isNotEmpty();
  }

  @Test
  void answersAProblemWithItsPage() {
    assertThat(answer(get("/probe/problem")).status()).isEqualTo(404);
  }

  @Test
  void asksForTheLoginWithoutASession() {
    HttpResponse response = answer(HttpRequest.of("GET", "/probe/fine"));

    assertThat(ServiceFixture.html(response).select("form[action=/login]")).hasSize(1);
    assertThat(threads).isEmpty();
  }

  @Test
  void refusesAPostWithoutTheRightToken() {
    HttpRequest post = HttpRequest.of("POST", "/mail/fine/flag");

    HttpRequest wrong = withSession(post.withForm("csrf=wrong"));
    HttpRequest right = withSession(post.withForm("csrf=" + session.csrf()));

    assertThat(answer(wrong).status()).isEqualTo(403);
    assertThat(threads).isEmpty();
    assertThat(answer(right).status()).isEqualTo(200);
  }
}
