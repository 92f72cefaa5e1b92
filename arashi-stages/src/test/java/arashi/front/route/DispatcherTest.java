package arashi.front.route;

import static arashi.front.ServiceFixture.html;
import static arashi.front.route.RoutingFixture.csrf;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.RecordingExchange;
import arashi.front.route.Request.Way;
import arashi.front.route.Route.Audience;
import arashi.front.session.Tokens;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.AdmissionController;
import seda.kernel.EnqueueResult;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;
import seda.netio.http.BodyGate;
import seda.netio.http.BodyGate.Grant;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/** Requests that reach a stage, and the answers to the others. */
class DispatcherTest {
  private final RoutingFixture service = new RoutingFixture();
  private final Route get = users(Way.get("/mail/{folder}", RoutingFixture::read));
  private final Route post = users(Way.post("/mail/{folder}", RoutingFixture::read));

  private Route users(Way<RoutingFixture.Asked> way) {
    return service.route(Audience.USERS, way);
  }

  private static HttpRequest request(String method, String fields) {
    HttpRequest request = HttpRequest.of(method, "/mail/5");
    return method.equals("POST") ? request.withForm(fields) : request;
  }

  private RecordingExchange start(Route route, HttpRequest request) {
    RecordingExchange exchange = new RecordingExchange(request, service.simulation.clock().nanos());
    service.dispatcher.start(exchange, new Route.Match(route, List.of("5")));
    return exchange;
  }

  private RecordingExchange start(Route route, String token, String fields) {
    return start(route, service.with(token, request(route.method(), fields)));
  }

  private RecordingExchange get(String token) {
    return start(get, token, "");
  }

  private RecordingExchange post(String token, String fields) {
    return start(post, token, fields);
  }

  private void isNotHandled() {
    service.run();
    assertThat(service.handled).isEmpty();
  }

  @Test
  void sendsTheRequestOfASessionThatWasJustSeenAtOnce() {
    RecordingExchange exchange = get(service.known(7));
    service.run();

    assertThat(service.handled)
        .singleElement()
        .satisfies(asked -> assertThat(asked.user().account()).isEqualTo(7))
        .satisfies(asked -> assertThat(asked.folder()).isEqualTo(5));
    assertThat(exchange.calls()).containsExactly("known");
  }

  @Test
  void looksUpASessionThatItHasNotSeen() {
    RecordingExchange exchange = get(service.open(7, false));
    assertThat(exchange.calls()).as("the next will find it in the cache").containsExactly("hold");
    service.run();

    assertThat(service.handled)
        .singleElement()
        .satisfies(asked -> assertThat(asked.user().account()).isEqualTo(7));
  }

  @Test
  void asksTheStageBeforeALookUpWithTheAgeOfTheRequest() {
    List<Long> ages = new ArrayList<>();
    service.mail.admission(
        new AdmissionController<RoutingFixture.Asked>() {
          @Override
          public EnqueueResult admit(
              RoutingFixture.Asked asked, ServiceClass of, int credits, QueueState queue) {
            return EnqueueResult.ACCEPTED;
          }

          @Override
          public EnqueueResult probe(ServiceClass of, long sinceArrivalNanos, QueueState queue) {
            ages.add(sinceArrivalNanos);
            return EnqueueResult.ACCEPTED;
          }
        });
    HttpRequest request = service.with(service.open(7, false), request("GET", ""));
    RecordingExchange exchange = new RecordingExchange(request, service.simulation.clock().nanos());
    service.simulation.run(Duration.ofMillis(300));
    service.dispatcher.start(exchange, new Route.Match(get, List.of("5")));
    assertThat(ages).containsExactly(Duration.ofMillis(300).toNanos());
  }

  @Test
  void asksForALoginAfterWhichAGetGoesOn() {
    RecordingExchange exchange = start(get, HttpRequest.of("GET", "/mail/5?sort=size"));

    assertThat(exchange.answer().status()).isEqualTo(200);
    assertThat(html(exchange.answer()).select("input[name=next]").attr("value"))
        .isEqualTo("/mail/5?sort=size");
    isNotHandled();
  }

  @Test
  void asksForALoginThatKeepsWhatWasTypedButNoSecrets() {
    RecordingExchange exchange =
        start(post, request("POST", "csrf=x&uid=1&uid=2&password=geheim&password2=geheim"));

    assertThat(exchange.answer().status()).isEqualTo(403);
    String page = html(exchange.answer()).outerHtml();
    assertThat(html(exchange.answer()).select("input[value=1], input[value=2]")).hasSize(2);
    assertThat(page).doesNotContain("geheim");
    isNotHandled();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "../../etc", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa="})
  void looksUpNoMalformedToken(String token) {
    RecordingExchange exchange = get(token);

    assertThat(exchange.answer().status()).isEqualTo(200);
    assertThat(service.session.snapshot().accepted()).isZero();
    isNotHandled();
  }

  @Test
  void asksForALoginIfTheSessionHasEnded() {
    RecordingExchange got = get(Tokens.random());
    RecordingExchange posted = post(Tokens.random(), "csrf=x&uid=1");
    service.run();

    assertThat(got.answer().status()).isEqualTo(200);
    assertThat(html(got.answer()).select("input[name=password]")).hasSize(1);
    assertThat(posted.answer().status()).isEqualTo(403);
    isNotHandled();
  }

  @ParameterizedTest
  @ValueSource(strings = {"uid=1", "csrf=&uid=1", "csrf=forged", "csrf=csrf+of+", ""})
  void refusesAFormWithoutTheTokenOfItsSession(String fields) {
    for (String token : List.of(service.known(7), service.open(8, false))) {
      RecordingExchange exchange = post(token, fields);
      service.run();
      assertThat(exchange.answer().status()).isEqualTo(403);
    }
    isNotHandled();
  }

  @Test
  void refusesTheTokenOfAnotherSessionOfTheSameAccount() {
    RecordingExchange exchange = post(service.known(7), "csrf=" + csrf(service.known(7)));

    assertThat(exchange.answer().status()).isEqualTo(403);
    isNotHandled();
  }

  @Test
  void takesAFormWithTheTokenOfItsSession() {
    String token = service.known(7);
    post(token, "csrf=" + csrf(token));
    service.run();

    assertThat(service.handled).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"Origin, https://evil.example", "Origin, null", "Sec-Fetch-Site, cross-site"})
  void refusesAFormOfAnotherSiteWithAnyToken(String header, String value) {
    String token = service.known(7);
    HttpRequest form = request("POST", "csrf=" + csrf(token)).withHeader(header, value);

    assertThat(start(post, service.with(token, form)).answer().status()).isEqualTo(403);
    isNotHandled();

    start(get, service.with(token, request("GET", "").withHeader(header, value)));
    service.run();
    assertThat(service.handled).as("a link may lead here").hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"text/plain, 400", "multipart/form-data, 400"})
  void refusesABodyThatIsNotAForm(String type, int status) {
    HttpRequest body =
        HttpRequest.of("POST", "/mail/5")
            .withHeader("Content-Type", type)
            .withBody("csrf=x".getBytes(StandardCharsets.UTF_8));

    RecordingExchange exchange = start(post, service.with(service.known(7), body));

    assertThat(exchange.answer().status()).isEqualTo(status);
    isNotHandled();
  }

  @Test
  void refusesAFormOfTooManyFields() {
    String token = service.known(7);
    String many = IntStream.range(0, 20_000).mapToObj(i -> "&f=").collect(Collectors.joining());

    RecordingExchange exchange = post(token, "csrf=" + csrf(token) + many);

    assertThat(exchange.answer().status()).isEqualTo(413);
    isNotHandled();
  }

  @Test
  void answersWithTheErrorsOfTheReader() {
    RecordingExchange exchange =
        new RecordingExchange(service.with(service.known(7), request("GET", "")));

    service.dispatcher.start(exchange, new Route.Match(get, List.of("x")));

    assertThat(exchange.answer().status()).isEqualTo(404);
    isNotHandled();
  }

  @Test
  void letsOnlyAdminsUseAdminRoutes() {
    Route admins = service.route(Audience.ADMINS, Way.get("/admin/{folder}", RoutingFixture::read));

    RecordingExchange user = start(admins, service.open(7, false), "");
    service.run();
    assertThat(user.answer().status()).isEqualTo(403);
    assertThat(service.handled).isEmpty();

    start(admins, service.open(8, true), "");
    service.run();
    assertThat(service.handled).hasSize(1);
  }

  // ---- no room

  private static void isBusy(HttpResponse answer) {
    assertThat(answer.status()).isEqualTo(503);
    assertThat(Integer.parseInt(answer.header("Retry-After"))).isPositive();
  }

  @Test
  void tellsAUserWhenToComeBackToAStageWithoutRoom() {
    String token = service.known(7);
    service.fillMail();

    HttpResponse got = get(token).answer();
    isBusy(got);

    HttpResponse posted = post(token, "csrf=" + csrf(token) + "&uid=17").answer();
    isBusy(posted);
    Element form = html(posted).selectFirst("main form[method=post]");
    assertThat(form.attr("action")).isEqualTo("/mail/5");
    assertThat(form.select("input[name=uid]").attr("value")).isEqualTo("17");
    assertThat(form.select("input[name=csrf]").attr("value")).isEqualTo(csrf(token));
  }

  @Test
  void aBriefBusyPageKeepsWhatWasTyped() {
    String token = service.known(7);
    service.fillMail();
    String fields = "uid=1&uid=2&csrf=" + RoutingFixture.csrf(token).replace(' ', '+');
    HttpResponse complete = post(token, fields).answer();
    service.completePages = 0;
    HttpResponse brief = post(token, fields).answer();

    isBusy(brief);
    assertThat(brief.header("Retry-After")).isNotNull();
    assertThat(html(complete).select(".who").text()).isEqualTo("user7");
    assertThat(html(brief).select(".who")).isEmpty();
    assertThat(html(brief).select("main form").outerHtml())
        .isEqualTo(html(complete).select("main form").outerHtml());
    assertThat(html(brief).select("main [data-retry]")).hasSize(1);
  }

  @Test
  void looksUpNoSessionForAStageWithoutRoom() {
    service.fillMail();

    isBusy(get(service.open(7, false)).answer());

    assertThat(service.session.snapshot().accepted()).isZero();
  }

  @Test
  void sendsRetryAfterIfTheLookUpHasNoRoom() {
    service.fillSession();

    isBusy(get(service.open(7, false)).answer());

    service.run();
    assertThat(service.handled).isEmpty();
  }

  /** The busy page would make the request again in the user's name. */
  @Test
  void offersNoSecondTryToAFormOfAnotherSite() {
    service.fillMail();
    HttpRequest form =
        service
            .with(service.open(7, false), request("POST", "csrf=x&uid=1"))
            .withHeader("Origin", "https://evil.example");

    Document page = html(start(post, form).answer());

    assertThat(page.select("main form[action=/mail/5]")).isEmpty();
    assertThat(start(post, form).answer().status()).isEqualTo(403);
  }

  // ---- the turns of an account

  @Test
  void parksWhatAnAccountAsksForBeyondItsTurns() {
    String token = service.known(7);
    get(token);
    get(token);
    RecordingExchange third = get(token);
    service.run();
    assertThat(service.handled).hasSize(RoutingFixture.REQUESTS);
    assertThat(third.calls()).containsExactly("known", "hold");

    get(service.known(8));
    service.run();
    assertThat(service.handled).as("another account").hasSize(RoutingFixture.REQUESTS + 1);

    service.handled.get(0).exchange().respond(HttpResponse.of(200));
    service.run();
    assertThat(service.handled.get(3).exchange()).isSameAs(third);
  }

  @Test
  void refusesAParkedRequestThatCanNotMeetItsTargetAnyMore() {
    String token = service.known(7);
    get(token);
    get(token);
    RecordingExchange parked = get(token);

    service.simulation.run(RoutingFixture.TARGET.minus(Duration.ofNanos(1)));
    assertThat(parked.answer()).isNull();
    service.simulation.run(Duration.ofNanos(1));
    isBusy(parked.answer());

    service.handled.forEach(asked -> asked.exchange().respond(HttpResponse.of(200)));
    service.run();
    assertThat(service.handled).as("it is not started later").hasSize(RoutingFixture.REQUESTS);
  }

  @Test
  void refusesWhatIsBeyondAllThatMayBeParked() {
    String token = service.known(7);
    List<RecordingExchange> all = new ArrayList<>();
    for (int i = 0; i < RoutingFixture.REQUESTS + RoutingFixture.PARKED + 1; i++) {
      all.add(get(token));
    }

    isBusy(all.remove(all.size() - 1).answer());
    assertThat(all).allSatisfy(exchange -> assertThat(exchange.answer()).isNull());
  }

  // ---- forms with files, before their bodies are read

  private List<Grant> admit(HttpRequest request) {
    List<Grant> decisions = new ArrayList<>();
    InetSocketAddress remote = new RecordingExchange(request).remote();
    service.dispatcher.admit(
        new BodyGate.Head(request, remote, 0, 0),
        decisions::add,
        new Route.Match(post, List.of("5")));
    service.run();
    return decisions;
  }

  @Test
  void letsInAsManyBodiesOfAnAccountAsItMayUploadAtOnce() {
    String token = service.known(7);
    HttpRequest upload = service.with(token, HttpRequest.of("POST", "/mail/5"));

    Grant first = admit(upload).get(0);
    assertThat(first.isWhole()).isTrue();
    assertThat(admit(upload)).containsExactly(Grant.BEGINNING_KEPT);
    HttpRequest other = service.with(service.known(8), HttpRequest.of("POST", "/mail/5"));
    assertThat(admit(other)).singleElement().matches(Grant::isWhole);

    first.end().run();
    first.end().run();
    assertThat(admit(upload).get(0).isWhole()).isTrue();
    assertThat(admit(upload)).containsExactly(Grant.BEGINNING_KEPT);
  }

  @Test
  void letsInTheBodyOfASessionThatItHasToLookUp() {
    HttpRequest upload = service.with(service.open(7, false), HttpRequest.of("POST", "/mail/5"));

    assertThat(admit(upload)).singleElement().matches(Grant::isWhole);
  }

  @Test
  void readsOnlyTheBeginningOfAStrangersBody() {
    HttpRequest upload = HttpRequest.of("POST", "/mail/5");

    assertThat(admit(upload)).containsExactly(Grant.BEGINNING);
    assertThat(admit(service.with("x", upload))).containsExactly(Grant.BEGINNING);
    assertThat(admit(service.with(Tokens.random(), upload))).containsExactly(Grant.BEGINNING);
  }

  @Test
  void readsOnlyTheBeginningOfABodyOfAnotherSite() {
    HttpRequest upload =
        service
            .with(service.known(7), HttpRequest.of("POST", "/mail/5"))
            .withHeader("Sec-Fetch-Site", "cross-site");

    assertThat(admit(upload)).containsExactly(Grant.BEGINNING);
  }

  @Test
  void readsOnlyTheBeginningIfThereIsNoRoomForTheLookUp() {
    service.fillSession();
    HttpRequest upload = service.with(service.open(7, false), HttpRequest.of("POST", "/mail/5"));

    assertThat(admit(upload)).containsExactly(Grant.BEGINNING);
  }
}
