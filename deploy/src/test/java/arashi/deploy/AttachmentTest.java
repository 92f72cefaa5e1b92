package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.Clock;

/** Files leave as they came, and never as documents of our own. */
@Tag("database")
class AttachmentTest {
  private final TestService service = TestService.shared();
  private final Random random = new Random(42);
  private TestUser user;
  private Client client;

  @BeforeEach
  void signIn() {
    user = service.user();
    client = service.signedIn(user);
  }

  private Answer download(long uid) {
    String link =
        client.get(user.path(uid)).page().select(".attachments a[href*=/part/]").attr("href");
    assertThat(link).startsWith(user.path(uid) + "/part/");
    return client.get(link);
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 57, 4_096, 262_144, 262_145, 3_000_000})
  void downloadsTheVeryBytes(int length) {
    byte[] content = bytes(length);
    byte[] mail =
        Mails.withFile(
            1,
            "File",
            "Content-Type: application/zip\r\nContent-Disposition: attachment; filename=a.zip",
            content);
    long uid = user.receives(mail);

    Answer file = download(uid);

    assertThat(file.bytes()).isEqualTo(content);
    assertThat(file.header("Content-Type")).isEqualTo("application/zip");
    assertThat(client.get(user.path(uid) + "/raw").bytes()).isEqualTo(mail);
  }

  @Test
  void givesBackAMailOfAnyBytes() {
    byte[] mail = bytes(50_000);
    long uid = user.receives(mail);

    assertThat(client.get(user.path(uid)).status()).isEqualTo(200);
    assertThat(client.get(user.path(uid) + "/raw").bytes()).isEqualTo(mail);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/html",
        "image/svg+xml",
        "application/xhtml+xml",
        "text/xml",
        "application/xml",
        "text/javascript",
        "application/pdf",
        "message/rfc822",
        "text/html; charset=utf-7",
        "IMAGE/SVG+XML",
        "image/png; x=\"text/html\"",
        "x/y\u0001; charset=\"\u00e9\""
      })
  void neverShowsADocumentInline(String type) {
    long uid =
        user.receives(
            Mails.withFile(
                1,
                "Evil",
                "Content-Type: " + type + "\r\nContent-Disposition: attachment; filename=evil.html",
                Mails.utf8("<script>alert(1)</script>")));

    Answer file = download(uid);
    Answer inline = client.get(file.response().uri().getPath() + "?inline=1");

    assertThat(file.header("Content-Disposition")).startsWith("attachment;");
    assertThat(file.header("Content-Security-Policy")).isEqualTo("sandbox; default-src 'none'");
    assertThat(file.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(file.header("Content-Type")).doesNotContainIgnoringCase("html", "xml", "script");
    if (!type.startsWith("image/png")) {
      assertThat(inline.header("Content-Disposition")).startsWith("attachment;");
    }
    assertThat(inline.header("Content-Type")).doesNotContainIgnoringCase("html", "xml", "script");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../../etc/passwd",
        "..\\\\..\\\\boot.ini",
        "a\\\"; filename=\\\"evil.exe",
        "report.pdf\u202efdp.exe",
        "=?utf-8?q?a=0D=0ASet-Cookie:_a=3Db?=",
        "\u5831\u544a\u66f8 \u0416.pdf",
        ".",
        "..",
        "   ",
        "C:con",
        "a;b=c%00d.txt",
        "\ud83d\ude00.png"
      })
  void namesFilesSafely(String name) {
    long uid =
        user.receives(
            Mails.withFile(
                1,
                "Named",
                "Content-Type: application/octet-stream\r\n"
                    + "Content-Disposition: attachment; filename=\""
                    + name
                    + "\"",
                new byte[] {1, 2, 3}));

    Answer file = download(uid);

    assertThat(file.bytes()).containsExactly(1, 2, 3);
    assertThat(file.headers("Set-Cookie")).isEmpty();
    assertThat(file.header("Content-Disposition"))
        .matches(
            "attachment; filename=\"[ !#-$&-)+-.0-9=@-\\[\\]-{}~]+\"; filename\\*=UTF-8''[\\w.%-]+")
        .doesNotContain("filename=\".\"", "filename=\"..\"");
  }

  @Test
  void showsAnImageInlineWhenItIsOne() {
    byte[] png = bytes(100);
    long uid =
        user.receives(
            Mails.withFile(
                1,
                "Picture",
                "Content-Type: image/png\r\nContent-Disposition: attachment; filename=p.png",
                png));

    Answer inline =
        client.get(client.get(user.path(uid)).page().select(".attachments img").attr("src"));

    assertThat(inline.header("Content-Type")).isEqualTo("image/png");
    assertThat(inline.header("Content-Disposition")).isEqualTo("inline");
    assertThat(inline.bytes()).isEqualTo(png);
  }

  @Test
  void showsNoPreviewInAMailThatIsTooLargeToBeReadForIt() {
    byte[] png = bytes(2_000);
    long uid =
        user.receives(
            Mails.withFile(
                1,
                "Photo",
                "Content-Type: image/png\r\nContent-Disposition: attachment; filename=p.png",
                png));
    assertThat(client.get(user.path(uid)).page().select(".attachments img")).hasSize(1);

    try (TestService strict = TestService.with(Map.of("mail.images.mail-size", "2 KiB"))) {
      Client reader = strict.signedIn(user);
      Element attachments = reader.get(user.path(uid)).page().selectFirst(".attachments");

      assertThat(attachments.select("img")).isEmpty();
      assertThat(attachments.select(".name").text()).isEqualTo("p.png");
      assertThat(reader.get(attachments.select("a").attr("href")).bytes()).isEqualTo(png);
    }
  }

  @Test
  void readsNoMoreMailsAtATimeThanThereIsMemoryFor() {
    long uid =
        user.receives(
            Mails.withFile(
                1,
                "File",
                "Content-Type: application/zip\r\nContent-Disposition: attachment; filename=a.zip",
                bytes(500_000)));
    String page = user.path(uid);
    PausableDatabase gate = new PausableDatabase(TestService.database().dataSource());
    Map<String, Object> settings =
        Map.of(
            "mail.max-mail-size", "1 MiB",
            "mail.held-mails-size", "1 MiB",
            "mail.store-threads", 6); // the account holds one of its three while the gate is closed
    try (TestService small = TestService.over(gate.dataSource(), settings, Clock.system());
        Background background = new Background()) {
      Client reader = small.signedIn(user);
      String file = reader.get(page).page().select(".attachments a[href*=/part/]").attr("href");
      gate.closeFor("data FROM blob_data");
      background.start(() -> small.signedIn(user).get(page + "?headers=full"));
      Eventually.holds(gate::isWaitedAt);

      Answer refused = reader.get(page + "?headers=full");
      assertThat(refused.status()).isEqualTo(503);
      assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 3);
      for (String streamed : List.of(file, page + "/raw")) {
        assertThat(reader.get(streamed).status()).as(streamed).isEqualTo(200);
      }
      assertThat(reader.get(page).status()).isEqualTo(200);
      gate.open();
      assertThat(background.answers()).extracting(Answer::status).containsExactly(200);
      assertThat(reader.get(file).status()).isEqualTo(200);
    }
  }

  @Test
  void knowsNoOtherParts() {
    long uid = user.receives(Mails.plain(1, "Ada <ada@example.org>", "Kettle", "text"));

    for (String part : new String[] {"99", "-1", "2147483647", "4294967297", "x"}) {
      assertThat(client.get(user.path(uid) + "/part/" + part).status()).as(part).isEqualTo(404);
    }
  }
}
