package seda.kernel.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenBucketTest {
  private static final long SECOND = 1_000_000_000;
  private static final long START = -3 * SECOND; // the clock's origin is arbitrary

  /** Counts the tokens granted to requests at random times, {@code often} times the rate. */
  private static long given(TokenBucket bucket, double rate, double often, long from, long until) {
    SplittableRandom random = new SplittableRandom(1);
    double gap = 2 * SECOND / (rate * often);
    long given = 0;
    for (double now = from; now < until; now += gap * random.nextDouble()) {
      given += bucket.take(1, (long) now) ? 1 : 0;
    }
    return given;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 1.0 / 3, 1, 7, 999.9, 1_049, 5_000, 333_333, 700_000, 1_000_000})
  void givesWhatItsRateSaysToTheToken(double rate) {
    long due = 20_000;
    int depth = 20;
    TokenBucket bucket = new TokenBucket(rate, depth, START);
    long given = given(bucket, rate, 3, START, START + (long) (due / rate * SECOND));
    assertThat(given).isBetween(due + depth - 2, due + depth);
  }

  @Test
  void admits5000ASecondIf5000ASecondAreAsked() {
    TokenBucket bucket = new TokenBucket(5_000, 1, 0);
    long given = 0;
    for (long now = 0; now < SECOND; now += 200_000) {
      given += bucket.take(1, now) ? 1 : 0;
    }
    assertThat(given).isEqualTo(5_000);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 100, 5_000, 1_000_000})
  void evenAtDepthOneAFrequentTakerGetsAlmostAllTokens(double rate) {
    long due = 2_000;
    TokenBucket bucket = new TokenBucket(rate, 1, START);
    // a token is lost only while it waits for the next request: 1/200 of its time on average
    long given = given(bucket, rate, 200, START, START + (long) (due / rate * SECOND));
    assertThat((double) given).isBetween(0.99 * due, due + 1.0);
  }

  @Test
  void keepsNoMoreTokensThanItsDepth() {
    TokenBucket bucket = new TokenBucket(1_000, 5, 0);
    int given = 0;
    while (bucket.take(1, 100 * SECOND)) {
      given++;
    }
    assertThat(given).isEqualTo(5);
  }

  @Test
  void burnsNothingWhenItRefuses() {
    TokenBucket bucket = new TokenBucket(1, 10, 0);
    bucket.take(1, 0);
    assertThat(bucket.take(100, 0)).isFalse();
    for (int i = 0; i < 9; i++) {
      assertThat(bucket.take(1, 0)).isTrue();
    }
    assertThat(bucket.take(1, 0)).isFalse();
  }

  @Test
  void givesMoreThanItHoldsOnlyWhenFullAndIsInDebtThen() {
    TokenBucket bucket = new TokenBucket(10, 5, 0);
    assertThat(bucket.take(25, 0)).isTrue();
    assertThat(bucket.nanosUntilToken(0)).isEqualTo(2_100_000_000);
    assertThat(bucket.take(1, 2_099_999_999)).isFalse();
    assertThat(bucket.take(1, 2_100_000_000)).isTrue();
  }

  @Test
  void saysWhenThereIsAToken() {
    TokenBucket bucket = new TokenBucket(0.05, 1, 0);
    assertThat(bucket.nanosUntilToken(0)).isZero();
    bucket.take(1, 0);
    assertThat(bucket.nanosUntilToken(5 * SECOND)).isEqualTo(15 * SECOND);
    assertThat(bucket.take(1, 20 * SECOND - 1)).isFalse();
    assertThat(bucket.take(1, 20 * SECOND)).isTrue();
  }

  @Test
  void owesTokensNotTimeWhenTheRateChanges() {
    TokenBucket bucket = new TokenBucket(0.05, 1, 0);
    bucket.take(1, 0);
    bucket.rate(1_000, 0);
    assertThat(bucket.nanosUntilToken(0)).isEqualTo(1_000_000);
    assertThat(bucket.rate()).isEqualTo(1_000);
  }

  @Test
  void isNotThrownOffByADebtLongerThanTheClock() {
    TokenBucket bucket = new TokenBucket(0.001, 1, 0);
    assertThat(bucket.take(Integer.MAX_VALUE, 0)).isTrue();
    assertThat(bucket.take(1, 1_000_000 * SECOND)).isFalse();
  }

  @Test
  void refusesRatesThatItCanNotKeep() {
    for (double rate : new double[] {0, -1, Double.NaN, 2e9}) {
      assertThatThrownBy(() -> new TokenBucket(rate, 1, 0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("rate = " + rate);
    }
    assertThatThrownBy(() -> new TokenBucket(1, 0.5, 0)).hasMessageContaining("depth = 0.5");
  }
}
