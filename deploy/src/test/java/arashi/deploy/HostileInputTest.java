package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.FolderRole;
import ch.qos.logback.classic.Level;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Parameters that try to be SQL, HTML or header lines: an answer of 4xx at worst, and no failure.
 */
class HostileInputTest {
  private static final List<String> VALUES =
      List.of(
          "'",
          "' OR '1'='1",
          "1; DROP TABLE item",
          "1 UNION SELECT password_hash FROM account",
          "\"><script>alert(1)</script>",
          "<img src=x onerror=alert(1)>",
          "javascript:alert(1)",
          "${7*7}",
          "../../etc/passwd",
          "\\",
          "\u0000",
          "\r\nSet-Cookie: a=b",
          "-1",
          "0",
          "1e9",
          "0x1F",
          "٣",
          "999999999999999999",
          "9223372036854775808",
          "\u202e\ud83d\ude00",
          "\ud800",
          "%",
          "%00",
          "_".repeat(900));

  private final TestService service = TestService.shared();
  private LogCapture log;
  private TestUser user;
  private Client client;
  private long uid;
  private String inbox;

  @BeforeEach
  void signIn() {
    user = service.user();
    uid = user.receives(Mails.plain(1, "Ada <ada@example.org>", "Kettle", "It boils."));
    client = service.signedIn(user);
    inbox = user.path(FolderRole.INBOX);
    log = LogCapture.start(Level.WARN);
  }

  @AfterEach
  void nothingFailedAndNothingChanged() {
    log.close();
    assertThat(log.from(Level.WARN)).isEmpty();
    assertThat(user.counters(FolderRole.INBOX).total()).isEqualTo(1);
  }

  private static void assertHarmless(String what, Answer answer) {
    assertThat(answer.status()).as(what).isIn(200, 303, 400, 403, 404, 413);
    assertThat(answer.page().select("script:not([src]), [onerror], a[href^=javascript]"))
        .as(what)
        .isEmpty();
    assertThat(answer.headers("Set-Cookie")).as(what).noneMatch(c -> c.startsWith("a=b"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sort", "dir", "after", "before", "view", "headers"})
  void survivesAnyQueryOfAList(String parameter) {
    for (String value : VALUES) {
      String query = "?" + parameter + "=" + Client.encode(value);
      assertHarmless(query, client.get(inbox + query));
      assertHarmless(query, client.get(inbox + "/" + uid + query));
    }
  }

  @Test
  void refusesMalformedPageKeys() {
    assertThat(client.get(inbox + "?sort=passwords").status()).isEqualTo(400);
    assertThat(client.get(inbox + "?dir=sideways").status()).isEqualTo(400);
    assertThat(client.get(inbox + "?after=AAAA").status()).isEqualTo(400);
    assertThat(client.get(inbox + "?sort=size&after=ZAAAAAEAAAAAAAAAAA").status()).isEqualTo(400);
  }

  @Test
  void survivesAnySearch() {
    for (String value : VALUES) {
      for (String prefix : List.of("", "from:", "subject:", "in:", "before:", "larger:", "\"")) {
        String query = "/search?q=" + Client.encode(prefix + value);
        assertHarmless(query, client.get(query));
      }
      String query = "/search?q=kettle&before=" + Client.encode(value);
      assertHarmless(query, client.get(query));
    }
    assertThat(client.get("/search?q=" + "a".repeat(1001)).status()).isEqualTo(400);
  }

  @Test
  void showsTheTypedQueryAsText() {
    String typed = "\"><script>alert(1)</script>&amp;";

    assertThat(client.get("/search?q=" + Client.encode(typed)).page().select("#q").val())
        .isEqualTo(typed);
  }

  @Test
  void survivesAnyPath() {
    for (String value : VALUES) {
      String encoded = Client.encode(value).replace("+", "%20");
      for (String path :
          List.of(
              "/mail/" + encoded,
              inbox + "/" + encoded,
              inbox + "/" + uid + "/part/9" + encoded,
              "/mail/" + encoded + "/" + uid,
              "/" + encoded,
              "/static/" + encoded)) {
        assertThat(client.get(path).status()).as(path).isIn(400, 404);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"delete", "refile", "flag"})
  void survivesAnyField(String action) {
    for (String value : VALUES) {
      for (String name : List.of("uid", "to", "set", "clear")) {
        if (name.equals("to") && value.equals("0")) {
          continue;
        }
        String what = action + " " + name + "=" + value;
        Answer answer = client.act(inbox + "/" + action, field(name, value));
        assertHarmless(what, answer);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//evil.example/",
        "/\\evil.example/",
        "https://evil.example/",
        "/mail\r\nSet-Cookie: a=b",
        "/mail\nSet-Cookie: a=b",
        "/\u0000/evil.example",
        "evil.example",
        "/mail/\u4e16\u754c",
        "/mail?q=\u00e9",
        ""
      })
  void goesBackOnlyToItsOwnPages(String back) {
    Answer answer =
        client.act(inbox + "/flag", field("uid", uid), field("set", "seen"), field("back", back));

    assertThat(answer.status()).isEqualTo(303);
    assertThat(answer.header("Location")).matches("/(?![/\\\\])[\\x21-\\x7e]*");
    assertThat(answer.header("Location")).doesNotContain("evil");
    assertThat(answer.headers("Set-Cookie")).noneMatch(cookie -> cookie.startsWith("a=b"));
  }

  @Test
  void refusesMoreMessagesThanAFormMayName() {
    for (int count : new int[] {501, 1_000, 1_001, 5_000}) {
      List<Client.Field> fields = new ArrayList<>();
      fields.add(field("csrf", client.csrf()));
      for (int i = 0; i < count; i++) {
        fields.add(field("uid", 1_000_000 + i));
      }
      assertThat(client.post(inbox + "/delete", fields).status()).as("%d", count).isEqualTo(413);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "deleted.1.2.3.4",
        "deleted.1.99999999999999999999.3",
        "refiled.4294967295.18446744073709551615.18446744073709551615.18446744073709551615",
        "<script>alert(1)</script>",
        "deleted.1.2",
        "...."
      })
  void takesNoNoticeFromAMadeUpCookieButNumbers(String cookie) {
    client.cookie("arashi_done", cookie);

    assertHarmless(cookie, client.get(inbox));
  }

  @Test
  void asksForTheLoginAlsoWhenTheTargetIsNoPath() {
    String answer =
        RawHttp.exchange(
            service.address(),
            "GET http://evil.example/mail?x HTTP/1.1",
            "Host: evil.example",
            "Connection: close");

    assertThat(answer).startsWith("HTTP/1.1 ").doesNotContain("HTTP/1.1 5");
    assertThat(answer).doesNotContain("value=\"http://evil.example");
  }

  @Test
  void showsHostileMailAsText() {
    String evil = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>";
    TestUser victim = service.user();
    long hostile =
        victim.receives(
            Mails.plain(
                2, "\"" + evil.replace("\"", "\\\"") + "\" <evil@example.org>", evil, evil));
    Client reader = service.signedIn(victim);

    for (String path :
        List.of(
            victim.path(FolderRole.INBOX),
            victim.path(hostile),
            victim.path(hostile) + "?headers=full",
            "/search?q=alert")) {
      Answer answer = reader.get(path);
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.page().select("script:not([src]), [onerror], img[src=x]"))
          .as(path)
          .isEmpty();
    }
    assertThat(reader.get(victim.path(hostile)).page().select("#subject").text()).contains(evil);
  }
}
