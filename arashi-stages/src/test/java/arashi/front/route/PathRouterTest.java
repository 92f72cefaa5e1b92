package arashi.front.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import arashi.front.MailRequest;
import arashi.front.RecordingExchange;
import arashi.front.page.Pages;
import arashi.front.route.Request.Way;
import arashi.front.route.Route.Audience;
import arashi.front.session.Cookies;
import arashi.target.RequestType;
import arashi.web.Assets;
import arashi.web.Templates;
import arashi.web.Translations;
import haboob.cache.PageRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.EnqueueResult;
import seda.netio.http.BodyGate;
import seda.netio.http.BodyGate.Grant;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/** Routes of requests, and errors in them that stop the start. */
class PathRouterTest {
  private static final Translations MESSAGES = Translations.load();
  private static final Pages PAGES =
      new Pages(
          new Templates(MESSAGES, Assets.load()),
          () -> true,
          MESSAGES,
          new Cookies(false),
          null,
          "");

  private static final class Handler extends RequestHandler<MailRequest> {
    Handler(String words) {
      super(PAGES, PAGES.busyWords(words));
    }

    @Override
    protected void answer(MailRequest request) {}
  }

  private static final class Lost extends UserRequest<MailRequest> {
    Lost(String words) {
      super(RequestType.of("lost", Duration.ofSeconds(1)), new Handler(words));
    }
  }

  private final RoutingFixture service = new RoutingFixture();
  private final List<String> answered = new ArrayList<>();
  private final List<PageRequest> cached = new ArrayList<>();
  private EnqueueResult cacheAnswer = EnqueueResult.ACCEPTED;

  private final PathRouter router =
      new PathRouter(
          List.of(
              answered("GET", "/mail/new"),
              answered("GET", "/mail/{folder}"),
              answered("POST", "/mail/{folder}"),
              answered("POST", "/mail/{folder}/{uid}/flag"),
              service.route(Audience.USERS, Way.post("/folders/{folder}", RoutingFixture::read)),
              service.route(
                  Audience.USERS, Way.files("/send/{folder}", RoutingFixture::read, 1_000, 5_000))),
          service.pages,
          request -> {
            cached.add(request);
            return cacheAnswer;
          },
          service.dispatcher);

  private Route answered(String method, String pattern) {
    return Route.answered(
        method,
        pattern,
        exchange -> {
          answered.add(method + " " + pattern);
          exchange.respond(HttpResponse.of(204));
        });
  }

  private HttpResponse route(String method, String target) {
    RecordingExchange exchange = new RecordingExchange(HttpRequest.of(method, target));
    router.route(exchange);
    return exchange.answer();
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /mail/new, GET /mail/new",
    "GET, /mail/newer, GET /mail/{folder}",
    "HEAD, /mail/5, GET /mail/{folder}",
    "GET, /mail/5?a=b, GET /mail/{folder}",
    "GET, /mail/%35, GET /mail/{folder}",
    "GET, /mail/a%2Fb, GET /mail/{folder}",
    "GET, /x/../mail/5, GET /mail/{folder}",
    "POST, /mail/new, POST /mail/{folder}",
    "POST, /mail/5/6/flag, POST /mail/{folder}/{uid}/flag"
  })
  void takesTheFirstRouteThatFits(String method, String target, String taken) {
    assertThat(route(method, target).status()).isEqualTo(204);
    assertThat(answered).containsExactly(taken);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/mail", "/mail/5/", "/mail/5/6", "/Mail/5", "/mail//5", "/static", "/x", "//"})
  void findsNothingAtOtherPaths(String target) {
    assertThat(route("GET", target).status()).isEqualTo(404);
    assertThat(route("POST", target).status()).isEqualTo(404);
    assertThat(answered).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "PUT, /mail/5, 'GET, HEAD, POST'",
    "DELETE, /mail/new, 'GET, HEAD, POST'",
    "get, /mail/5, 'GET, HEAD, POST'",
    "GET, /mail/5/6/flag, POST",
    "HEAD, /folders/5, POST"
  })
  void saysWhichMethodsAPathTakes(String method, String target, String allowed) {
    HttpResponse answer = route(method, target);

    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.header("Allow")).isEqualTo(allowed);
    assertThat(answered).isEmpty();
  }

  @Test
  void leadsFromTheRootToTheMail() {
    for (String root : List.of("/", "/?x=y", "/.", "/mail/..")) {
      HttpResponse answer = route("GET", root);
      assertThat(answer.status()).as(root).isEqualTo(303);
      assertThat(answer.header("Location")).isEqualTo("/mail");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/static/app.css, app.css",
    "/static/a/b.js?v=1, a/b.js",
    "/static/, ''",
    "/static/a%2Fb, a/b",
    "/x/../static/app.css, app.css"
  })
  void sendsWhatIsBelowStaticToThePageCache(String target, String below) {
    assertThat(route("GET", target)).isNull();
    assertThat(cached).singleElement().extracting(PageRequest::path).isEqualTo(below);
  }

  @Test
  void doesNotSendToThePageCacheWhatLeadsOutOfStatic() {
    assertThat(route("GET", "/static/../mail/5").status()).isEqualTo(204);
    assertThat(route("GET", "/static/%2e%2e/mail/5").status()).isEqualTo(204);
    assertThat(cached).isEmpty();
  }

  @Test
  void tellsWhenToComeBackToAPageCacheWithoutRoom() {
    cacheAnswer = EnqueueResult.FULL;
    HttpResponse answer = route("GET", "/static/app.css");

    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.header("Retry-After")).isEqualTo("1");
  }

  private static HttpRequest upload(String target) {
    return HttpRequest.of("POST", target)
        .withHeader("Content-Type", "multipart/form-data; boundary=cut");
  }

  private HttpResponse early(HttpRequest head) {
    return router.refuseEarly(head, new RecordingExchange(head).remote());
  }

  @Test
  void refusesABodyFromItsHeadIfItsStageHasNoRoom() {
    HttpRequest head = HttpRequest.of("POST", "/folders/5").withHeader("Content-Length", "9");
    assertThat(early(head)).as("there is room").isNull();
    service.fillMail();

    HttpResponse answer = early(head);
    assertThat(answer.status()).isEqualTo(503);
    assertThat(Integer.parseInt(answer.header("Retry-After"))).isPositive();
    assertThat(early(service.with(service.known(7), head)).status()).isEqualTo(503);
  }

  /** The busy page returns the typed text. */
  @Test
  void readsAFormAlthoughItsStageHasNoRoom() {
    service.fillMail();

    assertThat(early(HttpRequest.of("POST", "/folders/5").withForm("a=b"))).isNull();
    assertThat(early(upload("/send/5"))).isNull();
    assertThat(early(HttpRequest.of("GET", "/folders/5"))).isNull();
    assertThat(early(HttpRequest.of("POST", "/nowhere"))).isNull();
    assertThat(early(HttpRequest.of("POST", "/mail/5"))).as("has no stage").isNull();
  }

  @Test
  void allowsAFormWithFilesTheBytesOfItsRouteAndNothingElse() {
    assertThat(router.of(upload("/send/5"), 100)).isEqualTo(1_000);
    assertThat(router.of(upload("/send/5"), 2_000)).isEqualTo(2_000);
    assertThat(router.cut(upload("/send/5")).readBytes()).isEqualTo(5_000);

    HttpRequest form = HttpRequest.of("POST", "/send/5").withForm("a=b");
    for (HttpRequest other : List.of(form, upload("/folders/5"), upload("/nowhere"))) {
      assertThat(router.of(other, 100)).isEqualTo(100);
      assertThat(router.cut(other).readBytes()).isZero();
    }
  }

  private List<Grant> ask(HttpRequest request, boolean asked) {
    List<Grant> decisions = new ArrayList<>();
    BodyGate.Head head = new BodyGate.Head(request, new RecordingExchange(request).remote(), 0, 0);
    assertThat(router.ask(head, decisions::add)).isEqualTo(asked);
    return decisions;
  }

  @Test
  void authenticatesAnUploadBeforeItsBytesAreRead() {
    assertThat(ask(upload("/send/5"), true)).containsExactly(Grant.BEGINNING);
    HttpRequest known = service.with(service.known(7), upload("/send/5"));
    assertThat(ask(known, true)).singleElement().matches(Grant::isWhole);

    HttpRequest form = HttpRequest.of("POST", "/send/5").withForm("a=b");
    for (HttpRequest other : List.of(form, upload("/folders/5"), upload("/nowhere"))) {
      assertThat(ask(other, false)).isEmpty();
    }
  }

  @Test
  void refusesTwoRoutesForTheSamePaths() {
    Route one = Route.answered("GET", "/mail/{folder}", exchange -> {});
    Route post = Route.answered("POST", "/mail/{folder}", exchange -> {});
    Route other = Route.answered("GET", "/mail/{account}", exchange -> {});
    new PathRouter(List.of(one, post), PAGES, null, null);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PathRouter(List.of(one, post, other), PAGES, null, null))
        .withMessage("duplicate route: GET /mail/{}");
  }

  @Test
  void refusesARequestTypeWithoutARoute() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Lost("flag"))
        .withMessage("lost: a request needs at least one route");
  }

  @Test
  void refusesARequestTypeWithoutWords() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Lost("lost"))
        .withMessageContaining("busy.lost.title");
  }
}
