package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Failed logins count over all nodes: who guesses at each node has no more guesses. */
@Tag("database")
class LoginNodesTest {
  private static final int ALLOWED = 4;
  private static final String WRONG = "not the password";

  private TestService one;
  private TestService two;
  private TestUser user;

  @BeforeEach
  void start() {
    Map<String, Object> few =
        Map.of("mail.login.per-name-and-address", ALLOWED, "mail.login.devices.failures", ALLOWED);
    one = TestService.with(few);
    two = TestService.with(few);
    user = one.user();
  }

  @AfterEach
  void stop() {
    one.close();
    two.close();
  }

  private TestService node(int number) {
    return number % 2 == 0 ? one : two;
  }

  private void failAtBoth(int times) {
    for (int i = 0; i < times; i++) {
      assertThat(node(i).client().signIn(user.name(), WRONG).status()).as("%d", i).isEqualTo(403);
    }
  }

  @Test
  void refusesAtBothAfterGuessesAtEither() {
    failAtBoth(ALLOWED);

    for (TestService node : List.of(one, two)) {
      Answer answer = node.client().signIn(user.name(), TestUser.PASSWORD);
      assertThat(answer.status()).isEqualTo(429);
      assertThat(Integer.parseInt(answer.header("Retry-After"))).isBetween(200, 300);
    }
  }

  @Test
  void countsAgainAfterASuccessAtEither() {
    for (int round = 0; round < 3; round++) {
      failAtBoth(ALLOWED - 1);
      assertThat(node(round).client().signIn(user.name(), TestUser.PASSWORD).status())
          .isEqualTo(303);
    }
  }

  @Test
  void countsABrowserThatHasSignedInBefore() {
    Client here = one.signedIn(user);
    Client there = two.client();
    there.cookie("arashi_device", here.cookie("arashi_device"));
    for (int i = 0; i < ALLOWED; i++) {
      assertThat((i % 2 == 0 ? here : there).signIn(user.name(), WRONG).status()).isEqualTo(403);
    }

    assertThat(here.signIn(user.name(), TestUser.PASSWORD).status()).isEqualTo(429);
    assertThat(there.signIn(user.name(), TestUser.PASSWORD).status()).isEqualTo(429);
  }

  @Test
  void countsWrongPasswordsOfAChange() {
    Client here = one.signedIn(user);
    Client there = two.signedIn(user);
    for (int i = 0; i < ALLOWED; i++) {
      assertThat(change(i % 2 == 0 ? here : there, WRONG)).isEqualTo(403);
    }

    assertThat(change(here, TestUser.PASSWORD)).isEqualTo(429);
    assertThat(change(there, TestUser.PASSWORD)).isEqualTo(429);
  }

  private static int change(Client client, String old) {
    return client
        .post(
            "/account/password",
            List.of(
                field("csrf", client.csrf()),
                field("password.old", old),
                field("password.new", "a new and long password"),
                field("password.again", "a new and long password")))
        .status();
  }
}
