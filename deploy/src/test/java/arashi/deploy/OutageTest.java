package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.FolderRole;
import ch.qos.logback.classic.Level;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pages for users, admins and operators during a database outage. */
class OutageTest {
  private static final int REQUESTS = 100;

  private final JumpingClock clock = new JumpingClock();
  private final Background background = new Background();
  private FailingDatabase database;
  private TestService service;
  private TestUser user;
  private Client client;
  private String inbox;
  private String csrf;

  @BeforeEach
  void start() throws IOException {
    database = new FailingDatabase();
    service = TestService.over(database, Map.of("mail.session.cache-time", "0 s"), clock);
    user = service.user();
    user.receives(List.of(Mails.plain(0, "a@example.org", "Kettle", "It boils.")));
    client = service.signedIn(user);
    inbox = user.path(FolderRole.INBOX);
    assertThat(client.get(inbox).status()).isEqualTo(200);
    csrf = client.csrf();
  }

  @AfterEach
  void stop() throws IOException {
    background.close();
    service.close();
    database.close();
  }

  private void awaitReadiness(int status, String words) {
    Eventually.holds(
        () -> {
          Answer readiness = service.client().get("/readyz");
          return readiness.status() == status && readiness.text().strip().equals(words);
        });
  }

  private static void assertOutage(Answer answer, String words) {
    assertThat(answer.status()).isEqualTo(503);
    assertThat(Integer.parseInt(answer.header("Retry-After"))).isBetween(1, 90);
    assertThat(answer.page().select("main").text()).contains(words);
  }

  @Test
  void aDatabaseThatIsAwayIsNamedAndNotAskedForAnyRequest() throws IOException {
    Client visitor = service.client();
    Element login = visitor.get("/login").page().selectFirst("form[action=/login]");
    Client stranger = service.client();
    stranger.cookie("arashi_session", "A".repeat(client.cookie("arashi_session").length()));
    try (LogCapture log = LogCapture.start(Level.INFO)) {
      database.proxy().stop();
      awaitReadiness(503, "the database cannot be reached");
      Eventually.holds(() -> service.snapshot().stage("follow targets").queue().length() == 0);
      int taken = database.taken();

      for (int i = 0; i < REQUESTS; i++) {
        assertOutage(client.get("/search?q=kettle"), "The database cannot be reached");
        assertOutage(stranger.get("/admin"), "The database cannot be reached");
        assertOutage(
            visitor.submit(login, field("name", user.name()), field("password", "wrong")),
            "The database cannot be reached");
      }

      assertThat(database.taken()).isEqualTo(taken);
      assertThat(log.from(Level.INFO))
          .singleElement()
          .asString()
          .contains("outage=unreachable", "the database cannot be reached: ");

      database.proxy().start();
      awaitReadiness(200, "ready");
      assertThat(client.get("/search?q=kettle").status()).isEqualTo(200);
      assertThat(log.from(Level.INFO)).hasSize(2).last().asString().contains("is over after");
    }
  }

  @Test
  void aFrozenDatabaseHoldsNoRequestThatIsUnderWay() {
    database.proxy().freeze();
    for (int i = 0; i < 6; i++) {
      background.start(() -> client.get(inbox));
    }
    // each statement could be silent for two minutes, and the client waits for one
    for (Answer answer : background.answers()) {
      assertOutage(answer, "The database does not answer");
    }
    awaitReadiness(503, "the database does not answer");
    int taken = database.taken();
    for (int i = 0; i < REQUESTS; i++) {
      assertOutage(client.get(inbox), "The database does not answer");
    }
    assertThat(database.taken()).isEqualTo(taken);

    database.proxy().thaw();
    awaitReadiness(200, "ready");
    assertThat(client.get(inbox).status()).isEqualTo(200);
  }

  @Test
  void whatWasPostedComesBackWholeAndWorksAfterwards() throws IOException {
    database.proxy().stop();
    awaitReadiness(503, "the database cannot be reached");
    List<Client.Field> fields =
        List.of(
            field("csrf", csrf),
            field("uid", 1),
            field("to", 1_000_000),
            field("note", "a \"b\" <c> \u5929"),
            field("back", inbox));

    Answer refused = client.post(inbox + "/flag", fields);

    assertOutage(refused, "What you asked for is kept");
    Element form = refused.page().selectFirst("form[action=" + inbox + "/flag]");
    for (Client.Field one : fields) {
      assertThat(form.select("input[name=" + one.name() + "]").val()).isEqualTo(one.value());
    }
    database.proxy().start();
    awaitReadiness(200, "ready");
    assertThat(client.submit(form, field("set", "flagged")).status()).isEqualTo(303);
  }

  @Test
  void aDatabaseThatEndedOnAFullDiskIsCalledSo() throws IOException {
    database.full();
    database.proxy().stop();
    awaitReadiness(503, "the database's disk is full");
    assertOutage(client.get(inbox), "The disk of the database is full");
    database.proxy().start();
    awaitReadiness(200, "ready");
  }

  @Test
  void aCommitWhoseAnswerIsLostIsNotCalledARefusal() {
    Answer answer;
    int attempts = 0;
    do { // a commit of background work may lose its answer instead, which looks like an outage
      awaitReadiness(200, "ready");
      database.proxy().loseTheAnswerTo("COMMIT");
      answer = client.post(inbox + "/flag", flagged());
    } while (answer.status() != 504 && ++attempts < 5);

    assertThat(answer.status()).isEqualTo(504);
    assertThat(answer.page().select("main").text()).contains("It may be done, or it may not");
    Eventually.holds(() -> client.get(inbox).page().select(".i-starred[role=img]").size() == 1);
  }

  @Test
  void aNoteThatMayBeLostConcernsNoRequest() {
    clock.step(Duration.ofMinutes(11)); // a look at the session notes its use
    database.proxy().cut("COMMIT", 0, false);
    Answer answer = client.post(inbox + "/flag", flagged());

    assertThat(answer.status()).isEqualTo(303);

    clock.step(Duration.ofMinutes(11));
    database.proxy().cut("COMMIT", 1, false); // that the mail is read is noted second
    assertThat(client.get(user.path(1)).status()).isIn(200, 503);
  }

  @Test
  void aLoginKeepsItsNameAndSaysWhatTheDatabaseLacks() throws IOException {
    Client visitor = service.client();
    Element form = visitor.get("/login?next=/mail/7").page().selectFirst("form[action=/login]");
    database.proxy().stop();
    awaitReadiness(503, "the database cannot be reached");

    Answer refused =
        visitor.submit(form, field("name", user.name()), field("password", TestUser.PASSWORD));

    assertThat(refused.status()).isEqualTo(503);
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isPositive();
    Document page = refused.page();
    assertThat(page.select("#login-state").text()).contains("The database cannot be reached");
    assertThat(page.select("input[name=name]").val()).isEqualTo(user.name());
    assertThat(page.select("input[name=next]").val()).isEqualTo("/mail/7");
  }

  @Test
  void mailIsReadWhileTheDatabaseIsReadOnly() {
    database.readOnly(true);
    Client visitor = service.client();
    assertThat(client.post(inbox + "/flag", flagged()).status()).isEqualTo(503); // the first
    awaitReadiness(503, "the database is read-only");
    clock.step(Duration.ofMinutes(11)); // a look at the session would note its use

    assertThat(client.get(inbox).subjects()).containsExactly("Kettle");
    assertThat(client.get(user.path(1)).title()).contains("Kettle");
    assertThat(client.get("/search?q=kettle").subjects()).containsExactly("Kettle");
    Answer refused = client.post(inbox + "/flag", flagged());
    assertOutage(refused, "The database is read-only");
    assertThat(refused.page().select("form[action=" + inbox + "/flag]")).hasSize(1);
    assertThat(refused.page().select("#folders a[href=" + inbox + "]")).hasSize(1);
    assertOutage(visitor.signIn(user.name(), TestUser.PASSWORD), "The database is read-only");
    assertThat(client.get(inbox, "Accept-Language", "de").status()).isEqualTo(200);
    assertThat(client.post(inbox + "/flag", flagged(), "Accept-Language", "de").text())
        .contains("schreibgesch\u00fctzt");
    assertThat(client.get("/metrics").text())
        .contains("arashi_database_outage{outage=\"read-only\"} 1.0");

    database.readOnly(false);
    awaitReadiness(200, "ready");
    assertThat(client.post(inbox + "/flag", flagged()).status()).isEqualTo(303);
  }

  private List<Client.Field> flagged() {
    return List.of(field("csrf", csrf), field("uid", 1), field("set", "flagged"));
  }
}
