package arashi.request.login;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.account.PasswordRules;
import org.junit.jupiter.api.Test;

class PasswordsTest {
  private final Passwords passwords = new Passwords();

  @Test
  void matchesThePasswordThatWasHashedAndNoOther() {
    String hash = Passwords.hash("storm in a teacup \u5d50");
    assertThat(Passwords.matches("storm in a teacup \u5d50", hash)).isTrue();
    assertThat(Passwords.matches("storm in a teacup", hash)).isFalse();
    assertThat(Passwords.matches("", hash)).isFalse();
  }

  @Test
  void hashesWithArgon2idAndASaltOfItsOwn() {
    String hash = Passwords.hash("the same");
    assertThat(hash).startsWith("$argon2id$v=19$m=19456,t=2,p=1$");
    assertThat(Passwords.hash("the same")).isNotEqualTo(hash);
  }

  @Test
  void neverMatchesAnUnknownName() {
    assertThat(passwords.matchesNobody("no account has this password")).isFalse();
  }

  @Test
  void refusesAPasswordThatIsTooLongToBeOne() {
    String hash = Passwords.hash("x".repeat(PasswordRules.MOST + 1));
    assertThat(Passwords.matches("x".repeat(PasswordRules.MOST + 1), hash)).isFalse();
  }
}
