package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.route.Route;
import arashi.front.route.Route.Audience;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import seda.kernel.Clock;

/**
 * Isolation of accounts, by the routes of the service: what belongs to another account is not
 * there, a form needs its session's token, and a page needs a session. {@link WritingRequests} has
 * the ids of each POST, {@link #IDS} those of each GET; a new route fails until it states them.
 */
@Tag("database")
class RouteIsolationTest {
  private static final String VARIABLE = "{}";

  private static final long ATTACHED_MAIL = 2; // its part

  /** Ids of an owner's things, by the beginning of the paths that name them. */
  private static final Map<String, Ids> IDS =
      Map.of(
          "/mail/", account -> List.of(privateFolder(account), 1L, ATTACHED_MAIL),
          "/outbox/", account -> List.of(account.sent(true)),
          "/jobs/", account -> List.of(account.job(1)));

  private static FailingDatabase database;
  private static TestService service;
  private static WritingRequests writing;

  /** Makes something of an account that the path of a route names. */
  @FunctionalInterface
  private interface Ids {
    List<Long> of(WritingRequests.Account account);
  }

  @BeforeAll
  static void start() throws IOException {
    database = new FailingDatabase();
    service = TestService.over(database, WritingRequests.IDLE, Clock.system());
    writing = new WritingRequests(service);
  }

  @AfterAll
  static void stop() throws IOException {
    service.close();
    database.close();
  }

  /** A mail in a folder whose id no other account has. */
  private static long privateFolder(WritingRequests.Account account) {
    Folder folder = account.user().addFolder("Private");
    long inbox = account.user().folder(FolderRole.INBOX).id();
    long uid = account.user().receives(withAttachedMail());
    service.store().mail().items().refile(account.user().id(), inbox, List.of(uid), folder.id());
    return folder.id();
  }

  private static byte[] withAttachedMail() {
    String mail =
        """
        From: ada@example.org
        Subject: Confidential kettle
        List-Unsubscribe: <mailto:leave@example.org>
        MIME-Version: 1.0
        Content-Type: multipart/mixed; boundary="=_cut"

        --=_cut
        Content-Type: text/html

        <p>It <b>boils</b>.</p>
        --=_cut
        Content-Type: message/rfc822

        From: ada@example.org
        Subject: Inner
        Content-Type: text/html

        <p>It <b>boils</b>.</p>
        --=_cut
        Content-Type: image/png; name=a.png
        Content-Disposition: attachment; filename=a.png

        PNG
        --=_cut--
        """;
    return Mails.utf8(mail.replace("\n", "\r\n"));
  }

  private static Stream<Route> routes(String method) {
    return service.routes().stream()
        .filter(route -> route.method().equals(method))
        .filter(route -> route.audience() != Audience.EVERYBODY);
  }

  static Stream<String> forms() {
    return routes("POST").map(route -> route.pattern().toString());
  }

  static Stream<String> pages() {
    return routes("GET").map(route -> route.pattern().toString());
  }

  static Stream<String> pagesOfIds() {
    return pages().filter(pattern -> pattern.contains(VARIABLE));
  }

  private static String path(String pattern, WritingRequests.Account owner) {
    String prefix = pattern.substring(0, pattern.indexOf(VARIABLE));
    assertThat(IDS).as("ids of " + pattern + " are stated").containsKey(prefix);
    List<Long> ids = IDS.get(prefix).of(owner);
    String path = pattern;
    for (int i = 0; path.contains(VARIABLE); i++) {
      path = path.replaceFirst("\\{}", Long.toString(ids.get(i)));
    }
    return path;
  }

  /** Ids of folders count from 1 in each account. */
  private static boolean namesAFolderThatAllHave(WritingRequests.Ready ready) {
    return service.store().mail().folders().list(ready.account()).stream()
        .filter(folder -> folder.role().isPresent())
        .anyMatch(folder -> ready.path().startsWith("/mail/" + folder.id() + "/"));
  }

  private static Client stranger() {
    return service.signedIn(service.user());
  }

  @ParameterizedTest
  @MethodSource("pagesOfIds")
  void nothingOfAnotherAccountIsFound(String pattern) {
    WritingRequests.Account owner = writing.account(false);
    String path = path(pattern, owner);
    assertThat(owner.client().get(path).status()).as("the owner's own").isLessThan(400);

    Answer answer = stranger().get(path);

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.text()).doesNotContain("onfidential", "Kettle");
  }

  @ParameterizedTest
  @MethodSource("pages")
  void aPageNeedsASession(String pattern) {
    Answer answer = service.client().get(pattern.replace(VARIABLE, "1"));

    if (pattern.endsWith("/body")) { // a frame of a page, which signs in
      assertThat(answer.status()).isEqualTo(403);
    } else {
      assertThat(answer.page().select("form[action=/login]")).hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource("forms")
  void aFormNeedsTheTokenOfItsSession(String pattern) {
    WritingRequests.Ready ready = writing.ready(pattern);
    Map<String, Long> before = database.checksumsOfOwnRows(ready.account());

    assertThat(ready.answer(ready.client(), Optional.empty()).status()).isEqualTo(403);
    assertThat(ready.answer(ready.client(), Optional.of(stranger().csrf())).status())
        .isEqualTo(403);

    assertThat(database.checksumsOfOwnRows(ready.account())).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("forms")
  void aFormChangesNothingOfAnotherAccount(String pattern) {
    WritingRequests.Ready ready = writing.ready(pattern);
    Map<String, Long> before = database.checksumsOfOwnRows(ready.account());
    Client stranger = stranger();

    Answer answer = ready.answer(stranger, Optional.of(stranger.csrf()));

    if (pattern.startsWith("/admin")) {
      assertThat(answer.status()).isEqualTo(403);
    } else if (pattern.contains(VARIABLE) && !namesAFolderThatAllHave(ready)) {
      assertThat(answer.status()).isEqualTo(404);
    }
    assertThat(database.checksumsOfOwnRows(ready.account())).isEqualTo(before);
  }
}
