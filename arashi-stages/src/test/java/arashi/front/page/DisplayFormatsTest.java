package arashi.front.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seda.kernel.simulation.VirtualClock;

class DisplayFormatsTest {
  private final DisplayFormats shown =
      new DisplayFormats(
          new VirtualClock(Instant.parse("2026-03-10T23:30:00Z")), ZoneId.of("Europe/Berlin"));

  @ParameterizedTest
  @CsvSource({
    "2026-03-10T23:05:00Z,00:05",
    "2026-03-10T22:59:59Z,10 Mar",
    "2026-01-01T12:00:00Z,1 Jan",
    "2025-12-31T12:00:00Z,31 Dec 2025",
    "1970-01-01T00:00:00Z,1 Jan 1970"
  })
  void abbreviatesWhatAReaderKnows(String moment, String expected) {
    assertThat(shown.brief(Instant.parse(moment), Locale.ENGLISH).text()).isEqualTo(expected);
  }

  @Test
  void tellsScriptsTheMomentWithItsOffset() {
    assertThat(shown.brief(Instant.parse("2026-01-01T12:00:00.987Z"), Locale.ENGLISH).iso())
        .isEqualTo("2026-01-01T13:00:00+01:00");
  }

  @Test
  void speaksTheReadersLanguage() {
    assertThat(shown.day(Instant.parse("2024-03-03T12:00:00Z"), Locale.GERMAN))
        .isEqualTo("3. März 2024");
  }

  @ParameterizedTest
  @CsvSource({
    "0,0 B",
    "999,999 B",
    "1000,1 kB",
    "1500,1.5 kB",
    "9949,9.9 kB",
    "9960,10 kB",
    "123456,123 kB",
    "999499,999 kB",
    "999500,1 MB",
    "5000000000,5 GB",
    "7000000000000000,7000 TB"
  })
  void roundsSizesToWhatMatters(long bytes, String expected) {
    assertThat(DisplayFormats.size(bytes)).isEqualTo(expected);
  }
}
