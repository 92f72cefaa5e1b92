package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.FolderRole;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules for every address: methods, headers, sizes. */
class SurfaceTest {
  private static final String PAGE_POLICY =
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
          + "font-src 'self'; connect-src 'self'; form-action 'self'; frame-src 'self'; "
          + "base-uri 'none'; frame-ancestors 'none'";
  private static final String BODY_POLICY =
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; "
          + "style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; "
          + "frame-ancestors 'self'; img-src data:";
  private static final String FILE_POLICY = "sandbox; default-src 'none'";

  private static TestService service;
  private static TestUser user;
  private static Client client;
  private static String inbox;
  private static String message;

  @BeforeAll
  static void fillAnAccount() {
    service = TestService.shared();
    user = service.user();
    List<byte[]> mails = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      // as long as a row can show them, and of characters that take three bytes each
      String words = "\u6f22\u5b57 " + "\u8a9e".repeat(250) + i;
      mails.add(
          Mails.plain(
              i,
              "=?utf-8?q?" + "=E8=AA=9E".repeat(80) + "?= <a@example.org>",
              words,
              words.repeat(4)));
    }
    user.receives(mails);
    long uid =
        user.receives(
            Mails.html(100, "The kettle", "<p>It <b>boils</b>.</p><img src='http://x/y'>"));
    inbox = user.path(FolderRole.INBOX);
    message = user.path(uid);
    client = service.signedIn(user);
  }

  static Stream<String> pages() {
    return Stream.of(
        "/mail",
        inbox,
        inbox + "?sort=sender",
        message,
        message + "?view=plain",
        message + "?headers=full",
        "/search",
        "/search?q=kettle",
        "/search?q=nothing-has-this",
        "/compose",
        "/account",
        "/compose?to=a@example.org&subject=Kettle",
        message + "/reply",
        message + "/forward",
        "/login",
        "/no/such/page",
        inbox + "/9999999",
        inbox + "?after=broken");
  }

  @ParameterizedTest
  @MethodSource("pages")
  void protectsEveryPage(String path) {
    Answer answer = client.get(path);

    assertThat(answer.header("Content-Security-Policy")).isEqualTo(PAGE_POLICY);
    assertProtected(answer);
    assertThat(answer.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
  }

  private static void assertProtected(Answer answer) {
    assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    assertThat(answer.header("Referrer-Policy")).isEqualTo("same-origin");
    assertThat(answer.header("Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
    assertThat(answer.header("Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
    assertThat(answer.headers("Server")).isEmpty();
  }

  @Test
  void putsTheTextOfAMailIntoASandbox() {
    Answer answer = client.get(message + "/body");

    assertThat(answer.header("Content-Security-Policy")).isEqualTo(BODY_POLICY);
    assertProtected(answer);
    assertThat(answer.text()).contains("<b>boils</b>").doesNotContain("http://x/y");
    String sandbox = client.get(message).page().select("iframe.html").attr("sandbox");
    assertThat(sandbox).doesNotContain("allow-scripts", "allow-same-origin", "allow-forms");
  }

  @Test
  void protectsTheOriginalOfAMail() {
    Answer answer = client.get(message + "/raw");

    assertThat(answer.header("Content-Security-Policy")).isEqualTo(FILE_POLICY);
    assertThat(answer.header("Content-Type")).isEqualTo("application/octet-stream");
    assertThat(answer.header("Content-Disposition")).startsWith("attachment;");
    assertProtected(answer);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void keepsEveryPageBelow50Kilobytes(String path) {
    Answer answer = client.get(path);

    assertThat(answer.bytes().length - mailContent(answer)).as(path).isLessThan(50_000);
  }

  /** Returns the bytes that came from mails. */
  private static int mailContent(Answer answer) {
    String shown =
        String.join(
            "",
            answer
                .page()
                .select(
                    ".rows .from, .rows .subject, .rows .preview, #message .text, .headers,"
                        + " #subject, .envelope")
                .eachText());
    return Mails.utf8(shown).length;
  }

  @Test
  void showsFiftyRowsOnAPage() {
    assertThat(client.get(inbox).rows()).hasSize(50);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void answersHeadAsGetWithoutTheBody(String path) {
    Answer get = client.get(path);
    Answer head = client.send("HEAD", path, null);

    assertThat(head.status()).isEqualTo(get.status());
    assertThat(head.bytes()).isEmpty();
    assertThat(head.header("Content-Length")).isEqualTo(Integer.toString(get.bytes().length));
    assertThat(head.header("Content-Security-Policy"))
        .isEqualTo(get.header("Content-Security-Policy"));
  }

  @Test
  void answersHeadForFiles() {
    for (String path : List.of(message + "/raw", message + "/body", message + "/part/1")) {
      Answer get = client.get(path);
      Answer head = client.send("HEAD", path, null);
      assertThat(head.status()).as(path).isEqualTo(get.status());
      assertThat(head.bytes()).as(path).isEmpty();
    }
  }

  @Test
  void doesNotMarkAsReadWhatWasOnlyAskedForByHead() {
    TestUser reader = service.user();
    long uid = reader.receives(Mails.plain(1, "Ada <ada@example.org>", "Kettle", "It boils."));

    service.signedIn(reader).send("HEAD", reader.path(uid), null);

    assertThat(reader.counters(FolderRole.INBOX).unread()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/nothing",
        "/mail/1/2/3",
        "/mail/",
        "/login/",
        "/mail/1/2/part",
        "/static/no.css"
      })
  void knowsNoOtherPaths(String path) {
    assertThat(client.get(path).status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /mail, 'GET, HEAD'",
    "DELETE, /mail/1, 'GET, HEAD'",
    "PUT, /mail/1/2, 'GET, HEAD'",
    "GET, /logout, POST",
    "PATCH, /login, 'GET, HEAD, POST'",
    "POST, /search, 'GET, HEAD'",
    "POST, /compose, 'GET, HEAD'",
    "DELETE, /account, 'GET, HEAD, POST'",
    "GET, /drafts, POST",
    "GET, /send, POST",
    "GET, /drafts/attach, POST",
    "GET, /outbox/1/undo, POST",
    "GET, /outbox/1/time, POST",
    "OPTIONS, /mail, 'GET, HEAD'",
    "BREW, /mail, 'GET, HEAD'"
  })
  void namesTheMethodsThatAPathTakes(String method, String path, String allowed) {
    Answer answer = client.send(method, path, null);

    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.header("Allow").split(", ")).containsExactlyInAnyOrder(allowed.split(", "));
  }

  @Test
  void knowsNoWayToOverrideTheMethod() {
    String token = client.csrf();

    for (String name : List.of("_method", "X-HTTP-Method-Override")) {
      Answer answer =
          client.post(
              "/mail/1/1?_method=DELETE",
              List.of(field(name, "DELETE"), field("csrf", token)),
              "X-HTTP-Method-Override",
              "DELETE");
      assertThat(answer.status()).isEqualTo(405);
    }
  }

  @Test
  void refusesAFormThatIsTooLarge() {
    Answer answer = client.post(inbox + "/flag", List.of(field("csrf", "x".repeat(1_200_000))));

    assertThat(answer.status()).isEqualTo(413);
  }

  @Test
  void refusesAFormOfTooManyFields() {
    List<Client.Field> fields = new ArrayList<>();
    fields.add(field("csrf", client.csrf()));
    for (int i = 0; i < 10_001; i++) {
      fields.add(field("a", i));
    }

    assertThat(client.post(inbox + "/flag", fields).status()).isEqualTo(413);
  }

  @Test
  void sendsTheRootToTheMail() {
    assertThat(client.get("/").status()).isEqualTo(303);
    assertThat(client.get("/").header("Location")).isEqualTo("/mail");
  }

  @Test
  void speaksTheLanguageOfTheReader() {
    assertThat(
            client
                .get("/mail", "Accept-Language", "de-AT,de;q=0.9,en;q=0.5")
                .page()
                .selectFirst("html")
                .attr("lang"))
        .isEqualTo("de");
  }

  @Test
  void servesTheAssetsThatItsPagesName() {
    Answer page = client.get(inbox);
    List<String> assets = new ArrayList<>();
    assets.addAll(page.page().select("link[href]").eachAttr("href"));
    assets.addAll(page.page().select("script[src]").eachAttr("src"));

    assertThat(assets).isNotEmpty();
    for (String asset : assets) {
      Answer answer = service.client().get(asset);
      assertThat(answer.status()).as(asset).isEqualTo(200);
      assertThat(answer.header("X-Content-Type-Options")).as(asset).isEqualTo("nosniff");
    }
  }
}
