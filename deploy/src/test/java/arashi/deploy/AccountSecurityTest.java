package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.request.login.ChangePassword;
import arashi.store.account.Session;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The password of an account, and where it is signed in, without scripts. */
class AccountSecurityTest {
  private static final String PAGE = "/account/security";
  private static final String FRESH = "another long password";

  private static final TestService SERVICE = TestService.shared();

  private TestUser user;
  private Client client;

  @BeforeEach
  void signIn() {
    user = SERVICE.user();
    client = SERVICE.signedIn(user);
  }

  private static Answer change(Client client, String old, String fresh, String again) {
    return MailPage.of(client.get(PAGE), "form[action=/account/password]")
        .type("password.old", old)
        .type("password.new", fresh)
        .type("password.again", again)
        .press(client, "/account/password");
  }

  private static boolean isSignedIn(Client client) {
    return !client.get("/mail").page().select("#folders").isEmpty();
  }

  private Answer signIn(String password) {
    return SERVICE.client().signIn(user.name(), password);
  }

  private List<Session> sessions() {
    return SERVICE.store().people().sessions().list(user.id());
  }

  @Test
  void aChangedPasswordEndsAllOtherSessions() {
    Client other = SERVICE.signedIn(user);
    Client stranger = SERVICE.signedIn(SERVICE.user());
    assertThat(isSignedIn(other)).isTrue();

    Answer changed = change(client, TestUser.PASSWORD, FRESH, FRESH);

    assertThat(changed.status()).isEqualTo(303);
    assertThat(client.follow(changed).page().select(".notice").text()).contains("Password changed");
    assertThat(isSignedIn(client)).isTrue();
    assertThat(isSignedIn(other)).isFalse();
    assertThat(isSignedIn(stranger)).isTrue();
    assertThat(sessions()).hasSize(1);
    assertThat(signIn(TestUser.PASSWORD).status()).isEqualTo(403);
    assertThat(signIn(FRESH).status()).isEqualTo(303);
  }

  @ParameterizedTest
  @CsvSource({
    "not the password, another long password, another long password, 403, old",
    "'', another long password, another long password, 422, old",
    "a long enough password, short, short, 422, new",
    "a long enough password, another long password, another log password, 422, again"
  })
  void aRefusedFormSaysWhyAndShowsNoPassword(
      String old, String fresh, String again, int status, String field) {
    Answer answer = change(client, old, fresh, again);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.page().select("[aria-invalid]").eachAttr("id"))
        .containsExactly("password-" + field);
    assertThat(answer.page().getElementById("password-" + field + "-e").text()).isNotBlank();
    assertThat(answer.text()).doesNotContain("another long password", "a long enough password");
    assertThat(signIn(TestUser.PASSWORD).status()).isEqualTo(303);
  }

  @Test
  void guessesAreLimitedAndLockNoUserOut() {
    try (TestService strict =
        TestService.with(Map.of("mail.login.devices.failures", 2, "mail.login.window", "1 h"))) {
      TestUser guessed = strict.user();
      Client guesser = strict.signedIn(guessed);
      Client another = strict.signedIn(guessed);
      assertThat(change(guesser, "guess one", FRESH, FRESH).status()).isEqualTo(403);
      assertThat(change(another, "guess two", FRESH, FRESH).status()).isEqualTo(403);

      Answer right = change(guesser, TestUser.PASSWORD, FRESH, FRESH);

      assertThat(right.status()).isEqualTo(429);
      assertThat(Integer.parseInt(right.header("Retry-After"))).isPositive();
      assertThat(right.page().select("#password-old-e").text()).contains("Too many attempts");
      assertThat(strict.client().signIn(guessed.name(), TestUser.PASSWORD).status()).isEqualTo(303);
    }
  }

  @Test
  void aSessionIsListedAndSignedOut() {
    Client other = SERVICE.client();
    other.get("/login");
    Answer in = other.signIn(user.name(), TestUser.PASSWORD);
    assertThat(in.status()).isEqualTo(303);
    assertThat(isSignedIn(other)).isTrue();
    Answer page = client.get(PAGE);
    assertThat(page.page().select(".sessions li")).hasSize(2);
    assertThat(page.page().select(".sessions .here")).hasSize(1);
    String own = page.page().select("form[data-signs-out] [name=session]").attr("value");
    String others = page.page().select(".sessions form:not([data-signs-out]) [name=session]").val();
    assertThat(others).isNotEqualTo(own);

    Answer ended = client.act("/account/sessions", field("session", others));

    assertThat(client.follow(ended).page().select(".sessions li")).hasSize(1);
    assertThat(isSignedIn(other)).isFalse();
    assertThat(isSignedIn(client)).isTrue();
    Answer self = client.act("/account/sessions", field("session", own));
    assertThat(client.follow(self).page().select("#login-state").text()).contains("signed out");
    assertThat(client.cookie("arashi_session")).isEmpty();
    assertThat(sessions()).isEmpty();
  }

  @Test
  void everywhereEndsAllSessionsOfTheAccountAlone() {
    Client other = SERVICE.signedIn(user);
    Client stranger = SERVICE.signedIn(SERVICE.user());
    assertThat(isSignedIn(other)).isTrue();

    Answer ended = client.act("/account/sessions", field("all", 1));

    assertThat(ended.status()).isEqualTo(303);
    assertThat(sessions()).isEmpty();
    assertThat(isSignedIn(client)).isFalse();
    assertThat(isSignedIn(other)).isFalse();
    assertThat(isSignedIn(stranger)).isTrue();
  }

  @Test
  void sessionsOfOthersCannotBeEnded() {
    TestUser other = SERVICE.user();
    Client victim = SERVICE.signedIn(other);
    String session = SERVICE.store().people().sessions().list(other.id()).get(0).tokenHash().hex();

    client.act("/account/sessions", field("session", session));

    assertThat(SERVICE.store().people().sessions().list(other.id())).hasSize(1);
    assertThat(isSignedIn(victim)).isTrue();
    assertThat(client.act("/account/sessions", field("session", "x")).status()).isEqualTo(400);
  }

  @Test
  void refusesFormsWithoutOurToken() {
    assertThat(client.post("/account/sessions", List.of(field("all", 1))).status()).isEqualTo(403);
    Answer changed =
        client.post(
            "/account/password",
            List.of(
                field("password.old", TestUser.PASSWORD),
                field("password.new", FRESH),
                field("password.again", FRESH)));
    assertThat(changed.status()).isEqualTo(403);
    assertThat(isSignedIn(client)).isTrue();
    assertThat(signIn(TestUser.PASSWORD).status()).isEqualTo(303);
  }

  @Test
  void noPageRepeatsAPasswordWhenTheSessionHasEnded() {
    MailPage form =
        MailPage.of(client.get(PAGE), "form[action=/account/password]")
            .type("password.old", TestUser.PASSWORD)
            .type("password.new", FRESH)
            .type("password.again", FRESH);
    client.act("/account/sessions", field("all", 1));
    client.cookie("arashi_session", "A".repeat(43));

    Answer login = form.press(client, "/account/password");

    assertThat(login.page().select("form[action=/login]")).hasSize(1);
    assertThat(login.text()).doesNotContain(TestUser.PASSWORD, FRESH);
    assertThat(login.page().select("[name=resume]").val()).isEqualTo("/account/password");
  }

  @Test
  void adminsSetTargetsForBoth() {
    TestUser admin = TestUser.createAdmin(SERVICE.store());
    String settings = SERVICE.signedIn(admin).get("/admin/settings").page().text();

    assertThat(settings).contains("account", ChangePassword.TYPE.name());
  }
}
