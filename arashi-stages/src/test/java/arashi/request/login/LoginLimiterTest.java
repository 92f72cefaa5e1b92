package arashi.request.login;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.account.Accounts;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.simulation.VirtualClock;

class LoginLimiterTest {
  private final VirtualClock clock = new VirtualClock(Instant.EPOCH);
  private final LoginLimiter limiter =
      new LoginLimiter(
          new LoginLimits(
              3,
              6,
              12,
              Duration.ofMinutes(5),
              1_000,
              new LoginLimits.Devices(4, Duration.ofDays(1), 2)),
          clock);

  private static InetAddress address(int last) throws UnknownHostException {
    return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
  }

  private void fail(String name, int address, int times) throws UnknownHostException {
    for (int i = 0; i < times; i++) {
      limiter.failed(limiter.unknown(name, address(address)));
    }
  }

  private Duration wait(String name, InetAddress address) {
    return limiter.wait(limiter.unknown(name, address));
  }

  @Test
  void stopsOneNameFromOneAddressAndNobodyElse() throws UnknownHostException {
    fail("ada", 1, 3);
    assertThat(wait("ada", address(1))).isPositive();
    assertThat(wait("Ada", address(1))).isPositive();
    assertThat(wait("bob", address(1))).isZero();
    assertThat(wait("ada", address(2))).isZero();
  }

  @Test
  void forgivesAnAddressButNotItsGuessesOfAName() throws UnknownHostException {
    fail("ada", 1, 3);
    fail("bob", 1, 2);
    fail("cid", 1, 1);
    assertThat(wait("another", address(1))).isPositive();

    limiter.forgive(address(1));

    assertThat(wait("another", address(1))).isZero();
    assertThat(wait("ada", address(1))).isPositive();
  }

  @Test
  void stopsAnAddressThatTriesManyNames() throws UnknownHostException {
    for (int i = 0; i < 6; i++) {
      fail("user" + i, 1, 1);
    }
    assertThat(wait("another", address(1))).isPositive();
    assertThat(wait("another", address(2))).isZero();
  }

  @Test
  void stopsANameThatIsTriedFromManyAddresses() throws UnknownHostException {
    for (int i = 0; i < 12; i++) {
      fail("ada", i, 1);
    }
    assertThat(wait("ada", address(99))).isPositive();
  }

  @Test
  void countsANetworkOfIpv6AsOneAddress() throws UnknownHostException {
    for (int i = 1; i <= 6; i++) {
      limiter.failed(limiter.unknown("user" + i, InetAddress.getByName("2001:db8:0:1::" + i)));
    }
    assertThat(wait("another", InetAddress.getByName("2001:db8:0:1:9::9"))).isPositive();
    assertThat(wait("another", InetAddress.getByName("2001:db8:0:2::1"))).isZero();
  }

  @Test
  void keepsOfALongNameOnlyItsBeginning() throws UnknownHostException {
    String begin = "a".repeat(Accounts.MAX_NAME + 1);
    fail(begin + "b".repeat(1 << 20), 1, 3);
    assertThat(wait(begin, address(1))).isPositive();
  }

  @Test
  void forgivesAfterTheWindow() throws UnknownHostException {
    fail("ada", 1, 3);
    clock.advance(Duration.ofMinutes(5).plusSeconds(1));
    assertThat(wait("ada", address(1))).isZero();
  }

  @Test
  void beginsTheWindowWithTheFirstFailureSoThatNobodyIsLockedOutByAFewTries()
      throws UnknownHostException {
    fail("ada", 1, 1);
    clock.advance(Duration.ofMinutes(4));
    fail("ada", 1, 2);
    assertThat(wait("ada", address(1))).isEqualTo(Duration.ofMinutes(1));

    clock.advance(Duration.ofMinutes(1));
    assertThat(wait("ada", address(1))).isZero();
  }

  @Test
  void forgivesTheMistypesOfWhoGetsInInTheEnd() throws UnknownHostException {
    fail("ada", 1, 2);
    limiter.succeeded(limiter.unknown("ada", address(1)));
    fail("ada", 1, 2);
    assertThat(wait("ada", address(1))).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {" ada", "ada ", "\tAda\u3000", "ADA", "\u2003aDa\n"})
  void countsEachSpellingOfANameAsTheSame(String spelling) throws UnknownHostException {
    fail("ada", 1, 2);
    fail(spelling, 1, 1);
    assertThat(wait("ada", address(1))).isPositive();
    assertThat(wait(spelling, address(1))).isPositive();
  }

  @Test
  void countsABrowserThatSignedInBeforeApartFromAllOthers() throws UnknownHostException {
    for (int i = 0; i < 12; i++) {
      fail("ada", i, 1);
    }
    assertThat(wait("ada", address(1))).isPositive();
    assertThat(limiter.wait(limiter.known("browser"))).isZero();

    for (int i = 0; i < 4; i++) {
      limiter.failed(limiter.known("browser"));
    }
    assertThat(limiter.wait(limiter.known("browser"))).isPositive();
    assertThat(limiter.wait(limiter.known("another"))).isZero();
  }
}
