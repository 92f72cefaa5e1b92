package arashi.front.compose;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SendTimeTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "2026-03-02T08:00, Europe/Berlin, 2026-03-02T07:00:00Z",
    "2026-03-29T02:30, Europe/Berlin, 2026-03-29T01:30:00Z", // in the gap of the clock change
    "2026-03-02T08:00:30, UTC, 2026-03-02T08:00:30Z",
    "' 2026-03-02T08:00 ', Asia/Tokyo, 2026-03-01T23:00:00Z"
  })
  void isOfTheZone(String typed, String zone, Instant at) {
    assertThat(new SendTime(typed, "").read(ZoneId.of(zone), NOW)).contains(at);
    assertThat(new SendTime(typed, zone).read(ZoneOffset.UTC, NOW)).contains(at);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-03-01T12:00",
        "2026-02-01T12:00",
        "2027-04-01T12:00",
        "x",
        "",
        "+999999999-01-01T00:00"
      })
  void isNoneOutsideTheComingYear(String typed) {
    assertThat(new SendTime(typed, "").read(ZoneOffset.UTC, NOW)).isEmpty();
  }

  @Test
  void isEmptyInAnUnknownZone() {
    assertThat(new SendTime("2026-03-02T08:00", "Mars/Olympus").read(ZoneOffset.UTC, NOW))
        .isEmpty();
  }

  @Test
  void isShownAsItIsTyped() {
    ZoneId zone = ZoneId.of("Europe/Berlin");
    Instant at = Instant.parse("2026-07-01T06:00:00Z");
    assertThat(SendTime.value(at, zone)).isEqualTo("2026-07-01T08:00");
    assertThat(new SendTime("2026-07-01T08:00", "").read(zone, NOW)).contains(at);
  }
}
