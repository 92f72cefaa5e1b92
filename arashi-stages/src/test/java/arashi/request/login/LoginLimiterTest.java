package arashi.request.login;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.StoreFixture;
import arashi.store.account.Accounts;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.simulation.VirtualClock;

@Tag("database")
class LoginLimiterTest {
  private static final LoginLimits LIMITS =
      new LoginLimits(
          3, 6, 12, Duration.ofMinutes(5), 100, new LoginLimits.Devices(4, Duration.ofDays(1), 2));

  private final StoreFixture fixture = new StoreFixture();
  private final VirtualClock clock = new VirtualClock(Instant.EPOCH);
  private final LoginLimiter limiter = node();
  private final LoginLimiter other = node();

  private LoginLimiter node() {
    return new LoginLimiter(LIMITS, fixture.store.people().loginFailures(), clock);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

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
  void stopsOneNameFromOneAddressOnly() throws UnknownHostException {
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
  void beginsTheWindowWithTheFirstFailureSoThatAFewTriesLockNoUserOut()
      throws UnknownHostException {
    fail("ada", 1, 1);
    clock.advance(Duration.ofMinutes(4));
    fail("ada", 1, 2);
    assertThat(wait("ada", address(1))).isEqualTo(Duration.ofMinutes(1));

    clock.advance(Duration.ofMinutes(1));
    assertThat(wait("ada", address(1))).isZero();
  }

  @Test
  void forgivesMistypesAfterASignIn() throws UnknownHostException {
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

  @Test
  void countsOverAllNodes() throws UnknownHostException {
    for (int i = 0; i < 3; i++) {
      LoginLimiter node = i % 2 == 0 ? limiter : other;
      assertThat(node.wait(node.unknown("ada", address(1)))).isZero();
      node.failed(node.unknown("ada", address(1)));
    }

    assertThat(limiter.wait(limiter.unknown("ada", address(1)))).isPositive();
    assertThat(other.wait(other.unknown("ada", address(1)))).isPositive();
    clock.advance(Duration.ofMinutes(5));
    assertThat(limiter.wait(limiter.unknown("ada", address(1)))).isZero();
    assertThat(other.wait(other.unknown("ada", address(1)))).isZero();
  }

  @Test
  void forgivesMistypesOnAllNodesAfterASignInOnOne() throws UnknownHostException {
    fail("ada", 1, 2);
    other.succeeded(other.unknown("ada", address(1)));
    fail("ada", 1, 2);

    assertThat(wait("ada", address(1))).isZero();
    assertThat(other.wait(other.unknown("ada", address(1)))).isZero();
  }

  @Test
  void countsEachOfManyFailuresThatComeTogether() throws Exception {
    int threads = 6;
    int each = 20;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        LoginLimiter node = t % 2 == 0 ? limiter : other;
        // the same subjects in another order, which deadlocks if the rows are not locked in order
        List<LoginLimiter.Counted> failures =
            List.of(
                node.unknown("ada", address(t % 3)),
                node.unknown("bob", address(t % 2)),
                node.known("browser"));
        running.add(
            pool.submit(
                () -> {
                  for (int i = 0; i < each; i++) {
                    node.failed(failures.get(i % failures.size()));
                  }
                }));
      }
      for (Future<?> one : running) {
        one.get(1, TimeUnit.MINUTES);
      }
    } finally {
      pool.shutdownNow();
    }
    long counted = sum("SELECT SUM(failures) FROM login_failure WHERE failures > 0");
    int ofUnknown = 14; // of 20 failures of a thread; each of them has three subjects
    assertThat(counted).isEqualTo((long) threads * (3 * ofUnknown + (each - ofUnknown)));
  }

  @Test
  void keepsABoundedNumberOfRowsWithTheMostFailures() throws Exception {
    fail("ada", 1, 3);
    for (int i = 0; i < 200; i++) {
      fail("user" + i, 2 + i % 250, 1);
    }
    assertThat(sum("SELECT COUNT(*) FROM login_failure")).isGreaterThan(LIMITS.maxTracked());

    clock.advance(Duration.ofSeconds(11));
    fail("bob", 1, 1);

    assertThat(sum("SELECT COUNT(*) FROM login_failure")).isEqualTo(LIMITS.maxTracked());
    assertThat(other.wait(other.unknown("ada", address(1)))).isPositive();
  }

  @Test
  void deletesWhatNoLongerCounts() throws Exception {
    fail("ada", 1, 3);
    clock.advance(Duration.ofMinutes(6));
    fail("bob", 2, 1);

    assertThat(sum("SELECT COUNT(*) FROM login_failure")).isEqualTo(3);
  }

  @Test
  void asksTheDatabaseNothingAboutWhatItHasRefused() throws Exception {
    fail("ada", 1, 3);
    assertThat(wait("ada", address(1))).isPositive();
    fixture.execute("DROP TABLE login_failure");

    assertThat(wait("ada", address(1))).isPositive();
  }

  private long sum(String sql) throws SQLException {
    long[] sum = new long[1];
    fixture.inTransaction(
        c -> {
          try (Statement statement = c.createStatement();
              ResultSet row = statement.executeQuery(sql)) {
            row.next();
            sum[0] = row.getLong(1);
          }
        });
    return sum[0];
  }
}
