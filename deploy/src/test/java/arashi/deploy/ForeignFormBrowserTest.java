package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.account.Account;
import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.address.AddressRefusedException;
import arashi.store.mail.FolderRole;
import db.migrations.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.Clock;

/**
 * Pages of other origins post a form to every route, in a real browser. Nothing is done, and
 * nothing is kept that could go on after the user signs in.
 */
class ForeignFormBrowserTest {
  private static final String DOMAIN = "forged.example";
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String FORM_WITH_FILES = "multipart/form-data";

  /** Tables that POSTs can change, except sessions, which the tests open. */
  private static final String STATE =
      "address, change_log, domain, draft, folder, identity, image_sender, item,"
          + " item_keyword, job, job_part, outbox, outbox_recipient, policy_revision,"
          + " response_target, service_class, stage_setting";

  private static TestDatabase database;
  private static TestService service;

  @TempDir private Path directory;
  private TestUser user;
  private long uid;

  enum SessionState {
    SIGNED_IN,
    SIGNED_OUT,
    EXPIRED
  }

  @BeforeAll
  static void start() {
    database = TestDatabase.migrated();
    service =
        TestService.over(
            database.dataSource(),
            Map.of("mail.session.cache-time", "0 s", "mail.outbox.hold", "1 h"),
            Clock.system());
    service.store().people().addressEdit().addDomain(DOMAIN);
  }

  @AfterAll
  static void stop() {
    service.close();
    database.close();
  }

  @BeforeEach
  void addUser() throws AddressRefusedException {
    user = TestUser.createAdmin(service.store());
    service
        .store()
        .people()
        .addressEdit()
        .give(user.id(), Address.parse(address()), Tombstone.IGNORE);
    uid = user.receives(Mails.plain(1, "Ada <ada@example.org>", "Kettle", "It boils."));
  }

  private String address() {
    return user.name() + "@" + DOMAIN;
  }

  /** A path of a route, with ids that exist. */
  private String path(String route) {
    String folder = Long.toString(user.folder(FolderRole.INBOX).id());
    return route
        .replace("/mail/{}/{}", "/mail/" + folder + "/" + uid)
        .replace("/mail/{}", "/mail/" + folder)
        .replace("{}", "1");
  }

  /** Fields with which the route would do something, if a page of ours posted them. */
  private List<Client.Field> fields(String route) {
    boolean composes = route.equals("/send") || route.startsWith("/drafts");
    String folder = Long.toString(user.folder(FolderRole.INBOX).id());
    List<Client.Field> fields = new ArrayList<>();
    fields.add(field("csrf", "x".repeat(43)));
    fields.add(field("uid", route.startsWith("/search") ? folder + ":" + uid : uid));
    fields.add(field("to", composes ? address() : user.folder(FolderRole.ARCHIVE).id()));
    fields.add(field("from", composes ? address() : ""));
    for (String[] one :
        new String[][] {
          {"subject", "Forged"},
          {"text", "Forged"},
          {"key", "forged-" + user.id()},
          {"set", "flagged"},
          {"name", "Forged"},
          {"sender", "evil@example.org"},
          {"which", "show"},
          {"all", "1"},
          {"theme", "dark"},
          {"do", "add"},
          {"new", "Forged"}
        }) {
      fields.add(field(one[0], one[1]));
    }
    if (route.equals("/login")) { // as a page of ours that keeps a POST
      fields.add(field("resume", path("/mail/{}/delete")));
      fields.add(field("resume.uid", uid));
      fields.add(field("resume-account", user.id()));
      fields.add(field("resume-proven", "1"));
    }
    return fields;
  }

  /** The account, and checksums of the tables. */
  private List<String> state() {
    List<String> state = new ArrayList<>();
    Account account = service.store().people().accounts().byId(user.id()).orElseThrow();
    state.add(account + " " + account.preferences() + " " + account.passwordHash());
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("CHECKSUM TABLE " + STATE)) {
      while (rows.next()) {
        state.add(rows.getString(1) + " " + rows.getLong(2));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return state;
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.2, SIGNED_IN",
    "127.0.0.2, SIGNED_OUT",
    "127.0.0.2, EXPIRED",
    "127.0.0.1, SIGNED_IN",
    "127.0.0.1, SIGNED_OUT",
    "127.0.0.1, EXPIRED"
  })
  void noFormOfAnotherOriginDoesAnythingOnAnyRoute(String host, SessionState session) {
    List<String> routes = service.posts();
    assertThat(routes).contains("/send", "/logout", "/login", "/admin/targets", "/drafts/attach");
    try (ForeignSite site = new ForeignSite(host);
        Browser browser = Browser.start(directory, true)) {
      browser.signIn(service, user);
      if (session == SessionState.SIGNED_OUT) {
        browser.find("form[action='/logout'] button").click();
        browser.find("form[action='/login']");
      } else if (session == SessionState.EXPIRED) {
        endSessions();
      }
      List<String> before = state();

      for (String route : routes) {
        String type = route.equals("/drafts/attach") ? FORM_WITH_FILES : FORM;
        browser.open(site.pageThatPosts(service.url() + path(route), type, fields(route)));
        browser.find("main h1"); // the service's answer
        assertThat(browser.driver().getCurrentUrl()).startsWith(service.url() + path(route));
        assertThat(browser.texts("main form:not([action='/login'])")).as(route).isEmpty();
        assertThat(browser.texts("[name^=resume]")).as(route).isEmpty();
        assertThat(browser.texts("[value=Forged]")).as(route).isEmpty();
      }

      if (session == SessionState.SIGNED_IN) {
        browser.open(service.url() + "/mail");
        browser.find("#folders"); // signed in still
      } else {
        browser.signIn(service, user);
      }
      assertThat(state()).isEqualTo(before);
    }
  }

  private void endSessions() {
    service
        .store()
        .people()
        .sessions()
        .list(user.id())
        .forEach(session -> service.store().people().sessions().delete(session.tokenHash()));
  }

  /** Shows that the forms above are no empty threat, and that the state would show it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/send",
        "/drafts",
        "/folders",
        "/mail/{}/delete",
        "/mail/{}/flag",
        "/search/refile",
        "/mail/{}/read-all",
        "/account/images"
      })
  void theSameFormOfOurOwnPageIsDone(String route) {
    Client client = service.signedIn(user);
    List<String> before = state();
    List<Client.Field> fields = fields(route);
    fields.set(0, field("csrf", client.csrf()));

    Answer answer = client.post(path(route), fields);

    assertThat(answer.status()).as(answer.text()).isIn(200, 303);
    assertThat(state()).isNotEqualTo(before);
  }
}
