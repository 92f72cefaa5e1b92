package arashi.request.login;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.account.Account;
import arashi.store.account.Preferences;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.simulation.VirtualClock;

class DeviceCookiesTest {
  private final VirtualClock clock = new VirtualClock(Instant.parse("2026-01-01T00:00:00Z"));
  private final DeviceCookies cookies = cookies(Duration.ofDays(30), 3);
  private final Account ada = account(1, "hash of ada");

  private DeviceCookies cookies(Duration lifetime, int accounts) {
    return new DeviceCookies(new LoginLimits.Devices(10, lifetime, accounts), clock);
  }

  private static Account account(long id, String passwordHash) {
    return new Account(
        id, "name" + id, passwordHash, "standard", false, 0, Instant.EPOCH, Preferences.NONE);
  }

  @Test
  void knowABrowserThatSignedIn() {
    String cookie = cookies.issued(null, ada);

    assertThat(cookies.device(cookie, ada)).isPresent();
    assertThat(cookies(Duration.ofDays(30), 3).device(cookie, ada)) // on another node
        .isEqualTo(cookies.device(cookie, ada));
    assertThat(cookies.issued(null, ada)).isNotEqualTo(cookie);
  }

  @Test
  void areOfOneAccountAndItsPresentPassword() {
    String cookie = cookies.issued(null, ada);

    assertThat(cookies.device(cookie, account(1, "hash of a new password"))).isEmpty();
    assertThat(cookies.device(cookie, account(2, "hash of ada"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":", "..", "1..", "x.y.z", "99999999999999999999.a.b", "a:b:c:d:e"})
  void ignoreNonsense(String cookie) {
    assertThat(cookies.device(cookie, ada)).isEmpty();
    assertThat(cookies.device(cookies.issued(cookie, ada), ada)).isPresent();
  }

  @Test
  void areBoundToEachOfTheirParts() {
    String cookie = cookies.issued(null, ada);
    for (int i = 0; i < cookie.length(); i++) {
      char other = cookie.charAt(i) == '1' ? '2' : '1';
      String forged = cookie.substring(0, i) + other + cookie.substring(i + 1);
      assertThat(cookies.device(forged, ada)).as(forged).isEmpty();
    }
  }

  @Test
  void endAfterTheirLifetime() {
    String cookie = cookies.issued(null, ada);
    clock.advance(Duration.ofDays(29));
    assertThat(cookies.device(cookie, ada)).isPresent();
    clock.advance(Duration.ofDays(1));
    assertThat(cookies.device(cookie, ada)).isEmpty();
  }

  @Test
  void holdTheLatestAccountsOnly() {
    String cookie = cookies.issued(null, ada);
    for (int id = 2; id <= 3; id++) {
      cookie = cookies.issued(cookie, account(id, "hash"));
    }
    assertThat(cookies.device(cookie, ada)).isPresent();

    cookie = cookies.issued(cookie, account(3, "hash"));
    assertThat(cookies.device(cookie, ada)).as("the same account again").isPresent();

    cookie = cookies.issued(cookie, account(4, "hash"));
    assertThat(cookies.device(cookie, ada)).isEmpty();
    assertThat(cookies.device(cookie, account(2, "hash"))).isPresent();
  }

  @Test
  void areNotAcceptedIfDisabled() {
    String cookie = cookies.issued(null, ada);
    assertThat(cookies(Duration.ZERO, 3).device(cookie, ada)).isEmpty();
  }
}
