package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.session.Tokens;
import arashi.request.login.Passwords;
import arashi.store.mail.FolderRole;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("database")
class LoginTest {
  private final TestService service = TestService.shared();

  @Test
  void opensTheMailForTheRightPassword() {
    TestUser user = service.user();
    Client client = service.client();

    Answer answer = client.signIn(user.name(), TestUser.PASSWORD);

    assertThat(answer.status()).isEqualTo(303);
    assertThat(answer.header("Location")).isEqualTo(user.path(FolderRole.INBOX));
    assertThat(client.get("/mail").page().select("#folders .who").text()).isEqualTo(user.name());
  }

  @Test
  void tellsAScriptWhereToGoOn() {
    TestUser user = service.user();
    Client client = service.client();
    String csrf = client.get("/login").page().select("form[action=/login] [name=csrf]").val();

    Answer answer =
        client.post(
            "/login",
            List.of(
                field("csrf", csrf),
                field("name", user.name()),
                field("password", TestUser.PASSWORD)),
            "Accept",
            "application/json, text/html");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text()).isEqualTo("{\"next\":\"" + user.path(FolderRole.INBOX) + "\"}");
    assertThat(client.get("/mail").page().select("#folders .who").text()).isEqualTo(user.name());
  }

  @Test
  void takesANameInAnyCase() {
    TestUser user = service.user();

    assertThat(
            service
                .client()
                .signIn(user.name().toUpperCase(java.util.Locale.ROOT), TestUser.PASSWORD)
                .status())
        .isEqualTo(303);
  }

  @Test
  void answersAWrongPasswordAndAnUnknownNameAlike() {
    TestUser user = service.user();

    Answer wrong = service.client().signIn(user.name(), "not the password");
    Answer unknown = service.client().signIn("x" + user.name(), "not the password");

    assertThat(wrong.status()).isEqualTo(403).isEqualTo(unknown.status());
    assertThat(wrong.page().select("#login-state").text())
        .contains("don’t match")
        .isEqualTo(unknown.page().select("#login-state").text());
    assertThat(wrong.headers("Set-Cookie")).isEmpty();
    assertThat(wrong.page().select("input[name=name]").val()).isEqualTo(user.name());
    assertThat(wrong.text()).doesNotContain("not the password");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "%",
        "' OR 1=1 -- ",
        "<script>alert(1)</script>",
        "a\u0000b",
        "\uD83D\uDE00"
      })
  void refusesHostileNamesAsItRefusesUnknownOnes(String name) {
    Answer answer = service.client().signIn(name, "' OR '1'='1");

    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.page().select("script:not([src])")).isEmpty();
    assertThat(answer.page().select("#login-state").text()).contains("don’t match");
  }

  @Test
  void refusesNamesAndPasswordsOfAnyLengthWithoutFailing() {
    String longText = "é".repeat(50_000);

    assertThat(service.client().signIn(longText, longText).status()).isEqualTo(403);
    assertThat(service.client().signIn(service.user().name(), longText).status()).isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/login", "/mail/1/delete"})
  void givesBackToStrangersNoMoreThanAPageHolds(String path) {
    Client client = service.client();
    String csrf = client.get("/login").csrf();
    for (int length : List.of(20_000, 300_000)) {
      String quotes = "\"".repeat(length); // each is six characters of a page

      Answer answer = client.post(path, List.of(field("csrf", csrf), field("name", quotes)));

      assertThat(answer.status()).isEqualTo(403);
      assertThat(answer.text()).hasSizeLessThan(64 << 10);
      assertThat(answer.page().select("input[name=password]")).hasSize(1);
    }
  }

  @Test
  void refusesFurtherTriesAfterTooManyFailures() {
    try (TestService strict = TestService.with(Map.of("mail.login.per-name-and-address", 3))) {
      TestUser user = strict.user();
      TestUser other = strict.user();
      for (int i = 0; i < 3; i++) {
        assertThat(strict.client().signIn(user.name(), "wrong password " + i).status())
            .isEqualTo(403);
      }

      Answer limited = strict.client().signIn(user.name(), TestUser.PASSWORD);

      assertThat(limited.status()).isEqualTo(429);
      assertThat(Integer.parseInt(limited.header("Retry-After"))).isBetween(200, 300);
      assertThat(limited.page().select("#login-state").text()).contains("Too many attempts");
      assertThat(strict.client().signIn(other.name(), TestUser.PASSWORD).status()).isEqualTo(303);
    }
  }

  @Test
  void countsEachSpellingThatSignsInToTheSameAccount() {
    try (TestService strict = TestService.with(Map.of("mail.login.per-name-and-address", 10))) {
      TestUser user = strict.user();
      List<String> spellings =
          List.of("%s", " %s", "%s ", "\t%s", "%s\u3000", "\u2003 %s\r\n", " ".repeat(300) + "%s");
      int tried = 0;
      for (int round = 0; round < 5; round++) {
        for (String spelling : spellings) {
          String name = String.format(spelling, user.name());
          tried += strict.client().signIn(name, "wrong").status() == 403 ? 1 : 0;
        }
      }

      assertThat(tried).isEqualTo(10);
      for (String spelling : spellings) {
        String name = String.format(spelling, user.name());
        assertThat(strict.client().signIn(name, TestUser.PASSWORD).status()).isEqualTo(429);
      }
    }
  }

  @Test
  void admitsABrowserThatSignedInBefore() {
    try (TestService strict =
        TestService.with(
            Map.of(
                "mail.login.per-name", 5,
                "mail.login.devices.failures", 2,
                "mail.trusted-proxies", List.of("127.0.0.0/8")))) {
      TestUser user = strict.user();
      Client own = strict.signedIn(user);
      own.act("/logout");
      Client stranger = strict.signedIn(strict.user());
      for (int i = 0; i < 9; i++) {
        signInFrom(strict, "192.0.2." + i, user.name(), "wrong");
      }

      assertThat(strict.client().signIn(user.name(), TestUser.PASSWORD).status()).isEqualTo(429);
      assertThat(stranger.signIn(user.name(), TestUser.PASSWORD).status()).isEqualTo(429);
      assertThat(own.signIn(user.name(), TestUser.PASSWORD).status()).isEqualTo(303);

      for (int i = 0; i < 2; i++) {
        assertThat(own.signIn(user.name(), "wrong").status()).isEqualTo(403);
      }
      assertThat(own.signIn(user.name(), TestUser.PASSWORD).status()).isEqualTo(429);
    }
  }

  @Test
  void knowsABrowserNoLongerOnceThePasswordIsAnother() {
    try (TestService strict = TestService.with(Map.of("mail.login.per-name-and-address", 1))) {
      TestUser user = strict.user();
      Client client = strict.signedIn(user);
      strict.client().signIn(user.name(), "wrong");
      assertThat(client.signIn(user.name(), TestUser.PASSWORD).status()).isEqualTo(303);

      strict.store().people().accounts().setPassword(user.id(), Passwords.hash("another password"));

      assertThat(client.signIn(user.name(), "another password").status()).isEqualTo(429);
    }
  }

  @Test
  void limitsTheFailuresOfOneAddressOverAllNames() {
    try (TestService strict = TestService.with(Map.of("mail.login.per-address", 4))) {
      TestUser user = strict.user();
      for (int i = 0; i < 4; i++) {
        assertThat(strict.client().signIn("nobody" + i, "wrong password").status()).isEqualTo(403);
      }

      assertThat(strict.client().signIn(user.name(), TestUser.PASSWORD).status()).isEqualTo(429);
    }
  }

  @Test
  void limitsTheFailuresOfTheAddressThatATrustedProxySaw() {
    try (TestService strict =
        TestService.with(
            Map.of("mail.login.per-address", 3, "mail.trusted-proxies", List.of("127.0.0.0/8")))) {
      TestUser user = strict.user();
      for (int i = 0; i < 3; i++) {
        assertThat(signInFrom(strict, "192.0.2.1", user.name(), "wrong").status()).isEqualTo(403);
      }

      assertThat(signInFrom(strict, "192.0.2.1", user.name(), TestUser.PASSWORD).status())
          .isEqualTo(429);
      assertThat(signInFrom(strict, "192.0.2.2", user.name(), TestUser.PASSWORD).status())
          .isEqualTo(303);
    }
  }

  @Test
  void ignoresForwardedAddressesOfOtherClients() {
    try (TestService strict = TestService.with(Map.of("mail.login.per-address", 3))) {
      TestUser user = strict.user();
      for (int i = 0; i < 3; i++) {
        signInFrom(strict, "192.0.2." + i, user.name(), "wrong");
      }

      assertThat(signInFrom(strict, "192.0.2.9", user.name(), TestUser.PASSWORD).status())
          .isEqualTo(429);
    }
  }

  private static Answer signInFrom(
      TestService service, String address, String name, String password) {
    Client client = service.client();
    return client.post(
        "/login",
        List.of(
            field("csrf", client.get("/login").csrf()),
            field("name", name),
            field("password", password)),
        "X-Forwarded-For",
        address);
  }

  @Test
  void refusesALoginFormThatThisBrowserWasNotGiven() {
    TestUser user = service.user();
    Client attacker = service.client();
    String token = attacker.get("/login").csrf();
    Client victim = service.client();
    victim.get("/login");

    Answer answer =
        victim.post(
            "/login",
            List.of(
                field("csrf", token),
                field("name", user.name()),
                field("password", TestUser.PASSWORD)));

    assertThat(answer.status()).isEqualTo(403);
    assertThat(victim.cookie("arashi_session")).isEmpty();
  }

  @Test
  void givesEachLoginASessionOfItsOwn() {
    TestUser user = service.user();
    Client client = service.client();
    String planted = Tokens.random();
    client.cookie("arashi_session", planted);

    client.signIn(user.name(), TestUser.PASSWORD);
    String first = client.cookie("arashi_session");
    client.signIn(user.name(), TestUser.PASSWORD);

    assertThat(first).isNotEqualTo(planted).hasSize(43);
    assertThat(client.cookie("arashi_session")).isNotEqualTo(first).hasSize(43);
    assertThat(service.store().people().sessions().find(Tokens.hash(planted))).isEmpty();
  }

  @Test
  void goesOnWhereTheUserWantedToBe() {
    TestUser user = service.user();
    Client client = service.client();
    String wanted = "/search?q=a%26b&before=5";

    Answer asked = client.get(wanted);
    Answer answer =
        client.submit(
            asked.page().selectFirst("form[action=/login]"),
            field("name", user.name()),
            field("password", TestUser.PASSWORD));

    assertThat(answer.status()).isEqualTo(303);
    assertThat(answer.header("Location")).isEqualTo(wanted);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//evil.example/",
        "/\\evil.example/",
        "\\\\evil.example",
        "https://evil.example/",
        "javascript:alert(1)",
        "/mail\r\nSet-Cookie: a=b",
        "/\t/evil.example",
        " //evil.example",
        "mail",
        "/mail/\u00e9?q=\u4e16",
        ""
      })
  void neverSendsTheBrowserElsewhereAfterALogin(String next) {
    TestUser user = service.user();
    Client client = service.client();
    Answer form = client.get("/login?next=" + Client.encode(next));

    Answer answer =
        client.submit(
            form.page().selectFirst("form[action=/login]"),
            field("next", next),
            field("name", user.name()),
            field("password", TestUser.PASSWORD));

    assertThat(answer.status()).isEqualTo(303);
    assertThat(answer.header("Location")).matches("/(?![/\\\\])[\\x21-\\x7e]*");
    assertThat(answer.header("Location")).doesNotContain("evil");
    assertThat(answer.headers("Set-Cookie")).noneMatch(cookie -> cookie.startsWith("a=b"));
  }

  @Test
  void endsTheSessionAtLogout() {
    TestUser user = service.user();
    Client client = service.signedIn(user);
    String token = client.cookie("arashi_session");

    Answer answer = client.act("/logout");

    assertThat(answer.status()).isEqualTo(303);
    assertThat(client.cookie("arashi_session")).isEmpty();
    assertThat(client.follow(answer).page().select("#login-state").text())
        .contains("You are signed out");
    client.cookie("arashi_session", token);
    assertThat(client.get("/mail").page().select("form[action=/login]")).hasSize(1);
    assertThat(service.store().people().sessions().find(Tokens.hash(token))).isEmpty();
  }

  @Test
  void keepsCookiesFromScriptsAndOtherSites() {
    TestUser user = service.user();
    Client client = service.client();

    assertThat(client.get("/login").headers("Set-Cookie"))
        .singleElement()
        .asString()
        .matches("arashi_login=[\\w-]{43}; Path=/; HttpOnly; SameSite=Lax");
    assertThat(client.signIn(user.name(), TestUser.PASSWORD).headers("Set-Cookie"))
        .anyMatch(c -> c.matches("arashi_session=[\\w-]{43}; Path=/; HttpOnly; SameSite=Lax"))
        .anyMatch(
            c ->
                c.matches(
                    "arashi_device=[\\w.-]+; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax"));
  }

  @Test
  void tiesCookiesToTheHostAndToHttpsBehindAProxy() {
    try (TestService secure =
        TestService.with(Map.of("mail.public-origin", "https://mail.example"))) {
      assertThat(secure.client().get("/login").headers("Set-Cookie"))
          .singleElement()
          .asString()
          .matches("__Host-arashi_login=[\\w-]{43}; Path=/; HttpOnly; SameSite=Lax; Secure");
    }
  }
}
