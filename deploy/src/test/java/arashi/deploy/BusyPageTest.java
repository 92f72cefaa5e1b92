package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.FolderRole;
import db.migrations.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seda.kernel.StageSnapshot;

/** The answers that a refused request gets, and how little work they take. */
class BusyPageTest {
  private static TestDatabase database;
  private PausableDatabase gate;
  private JumpingClock clock;
  private TestService service;
  private TestUser user;
  private Client client;
  private String inbox;
  private final Background background = new Background();

  @BeforeAll
  static void makeDatabase() {
    database = TestDatabase.migrated();
  }

  @AfterAll
  static void dropDatabase() {
    database.close();
  }

  /** One thread and room for one request in each stage, so that the third is refused. */
  @BeforeEach
  void start() {
    gate = new PausableDatabase(database.dataSource());
    clock = new JumpingClock();
    service =
        TestService.over(
            gate.dataSource(),
            Map.of(
                "mail.store-threads", 1,
                "mail.queue-capacity", 1,
                "mail.login.queue-capacity", 1,
                "mail.session.cache-time", "1 m"),
            clock);
    user = service.user();
    user.receives(Mails.plain(0, "a@example.org", "Kettle", "It boils."));
    client = service.signedIn(user);
    inbox = user.path(FolderRole.INBOX);
    assertThat(client.get("/mail").status()).isEqualTo(200); // this node knows the session now
  }

  @AfterEach
  void letAllEnd() {
    gate.open();
    background.answers();
    background.close();
    service.awaitAllEnded();
    service.close();
  }

  /** Closes the gate, and fills the stage's only thread and the one place in its queue. */
  private void fill(String stage, Supplier<Answer> request) {
    gate.close();
    background.start(request);
    Eventually.holds(gate::isWaitedAt); // by it, or by the poll for a change of targets
    Eventually.holds(
        () -> {
          if (stage(stage).queue().length() == 0) {
            background.start(request);
          }
          return isStuck(stage) && stage(stage).queue().length() == 1;
        });
  }

  /** Whether the stage's thread waits at the gate; that of logins is another. */
  private boolean isStuck(String stage) {
    StageSnapshot now = stage(stage);
    long ended = now.completed() + now.failed() + now.shed();
    boolean inService = now.accepted() - ended > now.queue().length();
    return inService || (!stage.equals("login") && gate.isWaitedAt());
  }

  private StageSnapshot stage(String name) {
    return service.snapshot().stage(name);
  }

  private static void assertBusy(Answer answer, String title) {
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.title()).startsWith(title);
    int seconds = Integer.parseInt(answer.header("Retry-After"));
    assertThat(seconds).isBetween(1, 90);
    assertThat(answer.page().select("[data-retry]").attr("data-retry")).isEqualTo("" + seconds);
  }

  @Test
  void aRefusedSearchKeepsItsWordsRetriesByItselfAndLeavesTheRest() {
    String search = "/search?q=kettle+from:ada";
    fill("search", () -> client.get(search));
    Answer refused = client.get(search);
    assertBusy(refused, "Search is busy");
    Document page = refused.page();
    assertThat(page.select("input[name=q]").val()).isEqualTo("kettle from:ada");
    assertThat(page.select("main a.primary").attr("href")).isEqualTo(search);
    assertThat(page.select("noscript").html())
        .contains("http-equiv=\"refresh\"", "content=\"" + refused.header("Retry-After") + "\"");
    assertThat(page.select("#folders a[href=" + inbox + "]")).hasSize(1);
    assertThat(page.select(".chips a[href=" + inbox + "]")).hasSize(1);
    assertThat(page.select("form[action=/logout] input[name=csrf]").val()).isNotEmpty();
  }

  /** The next try is a link of ours, which may ask for remote images. */
  @Test
  void aRefusedLinkOfAnotherSiteDoesNotAskForImagesByItself() {
    String mail = inbox + "/1";
    fill("show message", () -> client.get(mail));

    Answer foreign = client.get(mail + "?images=show", "Sec-Fetch-Site", "cross-site");
    Answer own = client.get(mail + "?images=show", "Sec-Fetch-Site", "same-origin");

    assertThat(foreign.page().select("main a.primary").attr("href")).isEqualTo(mail);
    assertThat(own.page().select("main a.primary").attr("href")).isEqualTo(mail + "?images=show");
  }

  @Test
  void aRefusedTextOfAMailSaysSoInItsFrame() {
    String text = inbox + "/" + user.receives(Mails.html(1, "Weather", "<p>Sun</p>")) + "/body";
    fill("show message", () -> client.get(text));

    Answer refused = client.get(text);

    assertThat(refused.status()).isEqualTo(503);
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 90);
    assertThat(refused.header("Content-Security-Policy"))
        .contains("sandbox", "frame-ancestors 'self'");
    assertThat(refused.page().text()).contains("Load the page again");
    assertBusy(client.get(text, "Sec-Fetch-Dest", "document"), "Opening messages is busy");
  }

  @Test
  void aBrowserShowsThatAndAsksForTheTextAgainByItself(@TempDir Path downloads) {
    String mail = inbox + "/" + user.receives(Mails.html(1, "Weather", "<h1>Sun</h1>"));
    try (Browser browser = Browser.start(downloads, true)) {
      browser.signIn(service, user);
      browser.open(service.url().resolve(mail));
      awaitInFrame(browser, "h1", "Sun");

      fill("show message", () -> client.get(mail));
      browser.driver().executeScript("const f = document.querySelector('iframe'); f.src = f.src");
      awaitInFrame(browser, "p", "Load the page again");
      gate.open();
      awaitInFrame(browser, "h1", "Sun");
    }
  }

  private static void awaitInFrame(Browser browser, String css, String words) {
    Eventually.holds(
        () -> {
          browser.driver().switchTo().defaultContent();
          browser.driver().switchTo().frame(browser.find("iframe.html"));
          return browser.texts(css).stream().anyMatch(text -> text.contains(words));
        });
    browser.driver().switchTo().defaultContent();
  }

  @Test
  void aRefusedPostGivesTheWholeFormBackWhichThenWorks() {
    String csrf = client.csrf();
    List<Client.Field> fields =
        List.of(
            Client.field("csrf", csrf),
            Client.field("uid", 1),
            Client.field("to", user.folder(FolderRole.ARCHIVE).id()),
            Client.field("note", "a \"b\" <c> \u5929"),
            Client.field("back", inbox));
    List<Client.Field> unknown = new ArrayList<>(fields);
    unknown.set(1, Client.field("uid", 999));
    fill("refile", () -> client.post(inbox + "/refile", unknown));
    Answer refused = client.post(inbox + "/refile", fields);
    assertBusy(refused, "Moving messages is busy");
    Element form = refused.page().selectFirst("form[action=" + inbox + "/refile]");
    for (Client.Field field : fields) {
      assertThat(form.select("input[name=" + field.name() + "]").val()).isEqualTo(field.value());
    }
    assertThat(refused.page().select("noscript")).isEmpty(); // a POST is not repeated by a GET

    gate.open();
    service.awaitAllEnded();
    assertThat(client.submit(form).status()).isEqualTo(303);
    assertThat(user.counters(FolderRole.ARCHIVE).total()).isEqualTo(1);
  }

  @Test
  void aRefusalOfAnUncachedSessionNeedsNoStatement() {
    Client stranger = service.signedIn(user); // another session, not looked up so far
    fill("search", () -> client.get("/search?q=kettle"));
    List<String> statements =
        gate.statementsDuring(
            () -> {
              Answer refused = stranger.get("/search?q=kettle");
              assertBusy(refused, "Search is busy");
              assertThat(refused.page().select("#folders")).isEmpty();
            });
    assertThat(statements).isEmpty();
    assertThat(stage("session").queue().length()).isZero();
  }

  @Test
  void aRefusalShowsTheFoldersWhileTheSessionIsCached() {
    Client other = service.signedIn(user);
    assertThat(other.get("/mail").status()).isEqualTo(200);
    service.awaitAllEnded(); // or the jump makes a request seem so long that others are refused
    clock.pass(Duration.ofSeconds(59));
    assertThat(client.get("/mail?full=1").status()).isEqualTo(200); // reads the folders
    client = service.signedIn(user);
    assertThat(client.get("/mail").status()).isEqualTo(200);
    service.awaitAllEnded();
    clock.pass(Duration.ofSeconds(2)); // the other session would have to be looked up again
    fill("search", () -> client.get("/search?q=kettle"));
    Answer refused = other.get("/search?q=kettle");
    assertBusy(refused, "Search is busy");
    assertThat(refused.page().select("#folders a[href=" + inbox + "]")).hasSize(1);
  }

  @Test
  void aRefusedPostWithoutAKnownSessionKeepsItsOwnToken() {
    Client stranger = service.signedIn(user);
    String csrf = client.csrf();
    fill(
        "delete",
        () ->
            client.post(
                inbox + "/delete", List.of(Client.field("csrf", csrf), Client.field("uid", 999))));
    List<Client.Field> typed = List.of(Client.field("csrf", "typed"), Client.field("uid", 1));
    Answer refused = stranger.post(inbox + "/delete", typed, "Origin", stranger.origin());
    assertBusy(refused, "Deleting is busy");
    Element form = refused.page().selectFirst("form[action=" + inbox + "/delete]");
    assertThat(form.select("input[name=csrf]").val()).isEqualTo("typed");
    assertThat(form.select("input[name=uid]").val()).isEqualTo("1");
  }

  /** The session may end before the next try, and then the login would submit the form. */
  @Test
  void aPostThatNothingProvesToBeOursIsShownAndNotTriedAgainByItself() {
    Client stranger = service.signedIn(user);
    String csrf = client.csrf();
    fill(
        "delete",
        () ->
            client.post(
                inbox + "/delete", List.of(Client.field("csrf", csrf), Client.field("uid", 999))));

    Answer refused =
        stranger.post(
            inbox + "/delete", List.of(Client.field("uid", 1), Client.field("back", "/jobs")));

    assertThat(refused.status()).isEqualTo(503);
    Document page = refused.page();
    assertThat(page.select("[data-retry], meta[http-equiv=refresh]")).isEmpty();
    assertThat(page.select("main .asks").text()).contains("Delete these messages", "/jobs");
    assertThat(page.select("form[action=" + inbox + "/delete] button")).hasSize(1);
  }

  @Test
  void aBusyPageDoesNotMakeAForgedPostOurs() {
    Client stranger = service.signedIn(user);
    String csrf = client.csrf();
    fill(
        "delete",
        () ->
            client.post(
                inbox + "/delete", List.of(Client.field("csrf", csrf), Client.field("uid", 999))));
    Answer crossSite =
        stranger.post(
            inbox + "/delete", List.of(Client.field("uid", 1)), "Sec-Fetch-Site", "cross-site");
    assertThat(crossSite.status()).isEqualTo(403);
    assertThat(crossSite.page().select("form[action$=/delete]")).isEmpty();
  }

  @Test
  void aPostOfAnotherTypeIsRefusedFromItsHeadAlone() {
    String csrf = client.csrf();
    fill(
        "delete",
        () ->
            client.post(
                inbox + "/delete", List.of(Client.field("csrf", csrf), Client.field("uid", 999))));
    String refused =
        RawHttp.exchange(
            service.address(),
            "POST " + inbox + "/delete HTTP/1.1",
            "Host: localhost",
            "Content-Type: application/json",
            "Content-Length: 1000000"); // none of which is sent
    assertThat(refused).startsWith("HTTP/1.1 503").contains("\r\nRetry-After: ");
  }

  @Test
  void aShedEventIsAnsweredLikeARefusal() {
    for (int i = 0; i < 20; i++) {
      client.get(inbox); // the service's time is known, and short
    }
    fill("list messages", () -> client.get(inbox));
    clock.pass(Duration.ofSeconds(30)); // what waits can't be in time any more
    gate.open();
    assertThat(background.answers()).anySatisfy(answer -> assertBusy(answer, "Opening a folder"));
    assertThat(stage("list messages").shed()).isPositive();
  }

  @Test
  void aRefusedLoginKeepsNameAndTarget() {
    Client visitor = service.client();
    Element form = visitor.get("/login?next=/mail/7").page().selectFirst("form[action=/login]");
    Client filler = service.client();
    Element other = filler.get("/login").page().selectFirst("form[action=/login]");
    Client.Field name = Client.field("name", user.name());
    Client.Field password = Client.field("password", TestUser.PASSWORD);
    fill("login", () -> filler.submit(other, name, password));
    Answer refused = visitor.submit(form, name, password);
    assertThat(refused.status()).isEqualTo(503);
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isPositive();
    Document page = refused.page();
    assertThat(page.select("#login-state").text()).contains("busy");
    assertThat(page.select("input[name=name]").val()).isEqualTo(user.name());
    assertThat(page.select("input[name=next]").val()).isEqualTo("/mail/7");
    assertThat(page.select("input[name=password]").val()).isEmpty();
  }

  @Test
  void aRefusedLoginKeepsNothingOfAnotherSite() {
    Client visitor = service.client();
    String csrf = visitor.get("/login").csrf();
    Client filler = service.client();
    Element other = filler.get("/login").page().selectFirst("form[action=/login]");
    Client.Field name = Client.field("name", user.name());
    Client.Field password = Client.field("password", TestUser.PASSWORD);
    fill("login", () -> filler.submit(other, name, password));
    List<Client.Field> fields =
        List.of(
            Client.field("csrf", csrf),
            name,
            password,
            Client.field("next", "/compose?to=evil"),
            Client.field("resume", inbox + "/delete"),
            Client.field("resume.uid", 1),
            Client.field("resume-account", user.id()),
            Client.field("resume-proven", 1));

    Answer foreign = visitor.post("/login", fields, "Origin", "https://evil.example");
    Answer silent = visitor.post("/login", fields.subList(1, fields.size()));
    Answer own = visitor.post("/login", fields);

    assertThat(foreign.status()).isEqualTo(503);
    assertThat(foreign.page().select("[name^=resume], [name=next]")).isEmpty();
    assertThat(foreign.page().select("[name=name]").val()).isEmpty();
    assertThat(silent.page().select("[name=resume]").val()).isEqualTo(inbox + "/delete");
    assertThat(silent.page().select("[name=resume-proven]")).isEmpty();
    assertThat(own.page().select("[name=resume-proven]")).hasSize(1);
  }

  @Test
  void clientsRefusedTogetherGetDifferentTimes() {
    fill("search", () -> client.get("/search?q=kettle"));
    Set<String> times = new HashSet<>();
    Eventually.holds(
        () -> {
          times.add(client.get("/search?q=kettle").header("Retry-After"));
          return times.size() > 1;
        });
  }
}
