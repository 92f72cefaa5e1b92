package arashi.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutboxConfigTest {
  private static final Instant BEGIN = Instant.parse("2026-03-03T12:00:00Z");
  private static final RetryTimes TIMES =
      new RetryTimes(Duration.ofMinutes(1), Duration.ofHours(4), Duration.ofDays(5));

  @Test
  void readsTheAddressOfTheRelay() {
    assertThat(RelayConfig.parse("smtp://relay.test:2525", ""))
        .isEqualTo(new RelayConfig(false, "relay.test", 2525, Optional.empty(), ""));
    assertThat(RelayConfig.parse("smtps://ada%40example.org@relay.test", "secret"))
        .isEqualTo(
            new RelayConfig(true, "relay.test", 465, Optional.of("ada@example.org"), "secret"));
    assertThat(RelayConfig.parse("smtp://[::1]:25", "").host()).isEqualTo("::1");
    assertThat(RelayConfig.parse("smtp://[::1]:25", "").isLoopback()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "relay.test",
        "relay.test:25",
        "http://relay.test",
        "smtp://",
        "smtp://relay.test/path",
        "smtp://relay.test?x",
        "smtp://re lay",
        "smtp://user@relay.test"
      })
  void refusesOthersWithTheKeyAndTheValue(String url) {
    assertThatThrownBy(() -> RelayConfig.parse(url, ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("mail.relay = " + url);
  }

  @Test
  void neverRepeatsAPassword() {
    assertThatThrownBy(() -> RelayConfig.parse("smtp://ada:hunter2@relay.test", "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("hunter2");
    assertThat(RelayConfig.parse("smtps://ada@relay.test", "hunter2").toString())
        .doesNotContain("hunter2");
  }

  @Test
  void pausesDoubleUpToTheLongest() {
    assertThat(TIMES.next(1, BEGIN, BEGIN)).hasValue(BEGIN.plus(Duration.ofMinutes(1)));
    assertThat(TIMES.next(2, BEGIN, BEGIN)).hasValue(BEGIN.plus(Duration.ofMinutes(2)));
    assertThat(TIMES.next(9, BEGIN, BEGIN)).hasValue(BEGIN.plus(Duration.ofHours(4)));
    assertThat(TIMES.next(30_000, BEGIN, BEGIN)).hasValue(BEGIN.plus(Duration.ofHours(4)));
  }

  /** The pauses of five days make 38 attempts. */
  @Test
  void theLastAttemptIsAtTheDeadline() {
    Instant end = BEGIN.plus(Duration.ofDays(5));
    assertThat(TIMES.next(37, BEGIN, end.minusSeconds(1))).hasValue(end);
    assertThat(TIMES.next(38, BEGIN, end)).isEmpty();
  }

  @Test
  void aClockThatJumpedToTheEndLeavesMoreAttempts() {
    Instant end = BEGIN.plus(Duration.ofDays(5));
    assertThat(TIMES.next(2, BEGIN, end)).hasValue(end.plus(Duration.ofMinutes(2)));
    assertThat(TIMES.next(21, BEGIN, end)).hasValue(end.plus(Duration.ofHours(4)));
  }
}
