package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.session.Tokens;
import arashi.store.mail.FolderRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A POST that needs a login, by the sender that the browser names. */
class KeptPostTest {
  private static final String MISSING = "-";

  private static TestService service;

  private TestUser user;
  private long uid;
  private Client client;
  private String inbox;

  /** Outcome after the login. */
  enum Fate {
    /** The POST was refused at once, and nothing of it was kept. */
    REFUSED,
    /** A script submits it. */
    RESUMED,
    /** A page shows it and waits for a press. */
    ASKED
  }

  @BeforeAll
  static void askTheDatabaseEachTime() {
    service = TestService.with(Map.of("mail.session.cache-time", "0 s"));
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void signIn() {
    user = service.user();
    uid = user.receives(Mails.plain(1, "Ada <ada@example.org>", "Kettle", "It boils."));
    client = service.signedIn(user);
    inbox = user.path(FolderRole.INBOX);
  }

  /** Headers of a request; an origin may say where its port or path of the service goes. */
  private static String[] headers(String site, String origin) {
    List<String> headers = new ArrayList<>();
    if (!site.equals(MISSING)) {
      headers.addAll(List.of("Sec-Fetch-Site", site));
    }
    if (!origin.equals(MISSING)) {
      String ours = service.url().toString();
      headers.addAll(List.of("Origin", origin.replace("OURS", ours)));
    }
    return headers.toArray(String[]::new);
  }

  private List<Client.Field> deletion() {
    return List.of(field("csrf", "of an ended session"), field("uid", uid), field("back", "/jobs"));
  }

  private void endSession() {
    service.store().people().sessions().delete(Tokens.hash(client.cookie("arashi_session")));
  }

  private Answer logIn(Answer asked) {
    return client.submit(
        asked.page().selectFirst("form[action=/login]"),
        field("name", user.name()),
        field("password", TestUser.PASSWORD));
  }

  private long mails() {
    return user.counters(FolderRole.INBOX).total();
  }

  /** Posts, signs in, and says what the answers make of it. */
  private Fate fate(Answer answer) {
    assertThat(answer.status()).isEqualTo(403);
    assertThat(mails()).isEqualTo(1);
    if (answer.page().select("form[action=/login]").isEmpty()) {
      assertThat(answer.page().select("main form, [name=back]")).isEmpty();
      assertThat(answer.page().select("main").text()).contains("Nothing was changed");
      assertThat(client.signIn(user.name(), TestUser.PASSWORD).status()).isEqualTo(303);
      return Fate.REFUSED;
    }
    Document page = logIn(answer).page();
    assertThat(mails()).isEqualTo(1);
    Element form = page.selectFirst("main form[action=" + inbox + "/delete]");
    boolean isResumed = !page.select("[data-resume] form").isEmpty();
    if (!isResumed) {
      assertThat(page.select(".asks").text())
          .contains("Delete these messages", "Folder Inbox", "Messages 1", "/jobs");
      assertThat(page.select("main a.primary[href=/mail]")).as("does nothing").hasSize(1);
    }
    assertThat(client.submit(form).header("Location")).isEqualTo("/jobs"); // nothing was lost
    assertThat(mails()).isZero();
    return isResumed ? Fate.RESUMED : Fate.ASKED;
  }

  @ParameterizedTest
  @CsvSource({
    // Sec-Fetch-Site, Origin, cookies of: a session that ended, signed out, a fresh browser
    "-,           -,                    ASKED,   ASKED,   ASKED",
    "-,           OURS,                 RESUMED, RESUMED, ASKED",
    "-,           OURS0,                REFUSED, REFUSED, REFUSED",
    "-,           http://127.0.0.1,     REFUSED, REFUSED, REFUSED",
    "-,           https://evil.example, REFUSED, REFUSED, REFUSED",
    "-,           null,                 REFUSED, REFUSED, REFUSED",
    "none,        -,                    ASKED,   ASKED,   ASKED",
    "none,        OURS,                 RESUMED, RESUMED, ASKED",
    "none,        https://evil.example, REFUSED, REFUSED, REFUSED",
    "none,        null,                 REFUSED, REFUSED, REFUSED",
    "same-origin, -,                    RESUMED, RESUMED, ASKED",
    "same-origin, OURS,                 RESUMED, RESUMED, ASKED",
    "same-origin, null,                 REFUSED, REFUSED, REFUSED",
    "same-site,   -,                    REFUSED, REFUSED, REFUSED",
    "same-site,   OURS,                 REFUSED, REFUSED, REFUSED",
    "same-site,   OURS0,                REFUSED, REFUSED, REFUSED",
    "cross-site,  -,                    REFUSED, REFUSED, REFUSED",
    "cross-site,  https://evil.example, REFUSED, REFUSED, REFUSED",
    "cross-site,  null,                 REFUSED, REFUSED, REFUSED",
    "anything,    -,                    REFUSED, REFUSED, REFUSED",
  })
  void isResumedOnlyFromOurOwnPageWithACookie(
      String site, String origin, Fate ended, Fate signedOut, Fate fresh) {
    String[] headers = headers(site, origin);
    endSession();
    assertThat(fate(client.post(inbox + "/delete", deletion(), headers))).isEqualTo(ended);

    signIn();
    client.act("/logout");
    assertThat(client.cookie("arashi_session")).isEmpty();
    assertThat(fate(client.post(inbox + "/delete", deletion(), headers))).isEqualTo(signedOut);

    signIn();
    String account = client.cookie("arashi_account");
    client = service.client();
    Answer posted = client.post(inbox + "/delete", deletion(), headers);
    client.cookie("arashi_account", account); // withheld from the POST, not from the login
    assertThat(fate(posted)).isEqualTo(fresh);
  }

  @ParameterizedTest
  @CsvSource({"-, OURS, true", "same-origin, -, true", "-, -, false", "none, -, false"})
  void theTokenOfAnEarlierSessionIsAskedAbout(String site, String origin, boolean isAsked) {
    Answer answer = client.post(inbox + "/delete", deletion(), headers(site, origin));

    assertThat(answer.status()).isEqualTo(403);
    assertThat(mails()).isEqualTo(1);
    assertThat(answer.page().select("[data-resume]")).isEmpty();
    Element form = answer.page().selectFirst("main form");
    assertThat(form != null).isEqualTo(isAsked);
    if (isAsked) {
      assertThat(answer.page().select(".asked").text()).contains(user.name());
      client.submit(form);
      assertThat(mails()).isZero();
    }
  }

  @Test
  void theFoldersAreNamed() {
    endSession();
    long archive = user.folder(FolderRole.ARCHIVE).id();
    List<Client.Field> fields = List.of(field("uid", uid), field("to", archive));

    Document page = logIn(client.post(inbox + "/refile", fields)).page();

    assertThat(page.select(".asks").text())
        .isEqualTo("Move these messages Folder Inbox Messages 1 To Archive");
  }

  @Test
  void aMistypedPasswordKeepsTheProof() {
    endSession();
    Answer asked = client.post(inbox + "/delete", deletion(), headers("-", "OURS"));

    Answer again =
        client.submit(
            asked.page().selectFirst("form[action=/login]"),
            field("name", user.name()),
            field("password", "mistyped password"));

    assertThat(fate(again)).isEqualTo(Fate.RESUMED);
  }

  /** A login in another tab takes the login cookie of this one's form. */
  @Test
  void aLoginInAnotherTabCostsNothing() {
    client.act("/logout");
    Answer asked = client.post(inbox + "/delete", deletion(), headers("-", "OURS"));
    assertThat(client.signIn(user.name(), TestUser.PASSWORD).status()).isEqualTo(303);

    Answer again = logIn(asked);

    assertThat(again.page().select("[name=resume]").val()).isEqualTo(inbox + "/delete");
    assertThat(fate(again)).isEqualTo(Fate.RESUMED);
  }

  @Test
  void aPostOfOneAccountNeverGoesOnAsAnother() {
    TestUser other = service.user();
    other.receives(Mails.plain(1, "Ben <ben@example.org>", "Plan", "Of the same number."));
    client.act("/logout");
    Answer asked = client.post(inbox + "/delete", deletion(), headers("-", "OURS"));
    client.cookie("arashi_account", Long.toString(other.id())); // signed in meanwhile, elsewhere

    Answer answer =
        client.submit(
            asked.page().selectFirst("form[action=/login]"),
            field("name", other.name()),
            field("password", TestUser.PASSWORD));

    assertThat(answer.status()).isEqualTo(303);
    assertThat(answer.header("Location")).isEqualTo(other.path(FolderRole.INBOX));
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://evil.example", "null", "OURS0"})
  void aForeignLoginFormKeepsNothing(String origin) {
    String csrf = client.get("/login").csrf();
    Answer answer =
        client.post(
            "/login",
            List.of(
                field("csrf", csrf),
                field("name", user.name()),
                field("password", TestUser.PASSWORD),
                field("next", "/compose?to=evil@example.org"),
                field("resume", inbox + "/delete"),
                field("resume.uid", uid),
                field("resume-account", user.id()),
                field("resume-proven", 1)),
            headers("-", origin));

    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.page().select("[name^=resume], [name=next]")).isEmpty();
    assertThat(answer.page().select("[name=name]").val()).isEmpty();
  }

  /** Without headers and token, the form's own word on its proof counts nothing. */
  @Test
  void aLoginFormWithoutASessionIsAskedAbout() {
    Answer answer =
        client.post(
            "/login",
            List.of(
                field("name", user.name()),
                field("password", TestUser.PASSWORD),
                field("resume", inbox + "/delete"),
                field("resume.uid", uid),
                field("resume.back", "/jobs"),
                field("resume-account", user.id()),
                field("resume-proven", 1)));

    assertThat(fate(answer)).isEqualTo(Fate.ASKED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/nowhere", "/login", "/mail/1/..%2f", "/mail/%zz", "//evil.example/x"})
  void aLoginKeepsNoPostToWhereNoPostGoes(String path) {
    Element form = client.get("/login").page().selectFirst("form[action=/login]");

    Answer answer =
        client.submit(
            form,
            field("name", user.name()),
            field("password", TestUser.PASSWORD),
            field("resume", path),
            field("resume.uid", uid),
            field("resume-account", user.id()),
            field("resume-proven", 1));

    assertThat(answer.status()).isEqualTo(303);
  }

  @Test
  void aFormWithFilesKeepsItsTextAndAsksWithoutProof() {
    MailPage page = MailPage.of(client.get("/compose")).type("subject", "Typed");
    endSession();
    byte[] file = Mails.utf8("a file");

    Answer proven = page.attach(client, "a.txt", file, headers("same-origin", "OURS"));
    Answer silent = page.attach(client, "a.txt", file);
    Answer foreign = page.attach(client, "a.txt", file, headers("cross-site", "null"));

    assertThat(proven.page().select("[name=resume.subject]").val()).isEqualTo("Typed");
    assertThat(proven.page().select("[name=resume-proven]")).hasSize(1);
    assertThat(silent.page().select("[name=resume.subject]").val()).isEqualTo("Typed");
    assertThat(silent.page().select("[name=resume-proven]")).isEmpty();
    assertThat(foreign.text()).doesNotContain("Typed");
    assertThat(logIn(silent).page().select(".asks").text())
        .contains("Attach files to this draft", "Subject Typed");
  }
}
