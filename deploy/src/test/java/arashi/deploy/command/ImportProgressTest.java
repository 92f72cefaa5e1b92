package arashi.deploy.command;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.ingest.ImportResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seda.kernel.Clock;

class ImportProgressTest {
  private static final long TOTAL = 40_000_000;

  private final StringWriter text = new StringWriter();
  private final Ticks clock = new Ticks();

  private static final class Ticks implements Clock {
    private long nanos = 5;

    @Override
    public long nanos() {
      return nanos;
    }

    @Override
    public Instant instant() {
      return Instant.EPOCH.plusNanos(nanos);
    }

    void pass(Duration time) {
      nanos += time.toNanos();
    }
  }

  private ImportProgress progress(boolean terminal, long total) {
    return new ImportProgress(new PrintWriter(text), terminal, clock, total);
  }

  private static ImportResult mails(long added) {
    return new ImportResult(added, 0, 0, 0, 0, 0);
  }

  @Test
  void writesALineEveryTenSecondsIntoAPipe() {
    ImportProgress progress = progress(false, TOTAL);
    for (int second = 1; second <= 25; second++) {
      clock.pass(Duration.ofSeconds(1));
      progress.read(second * 1_000_000L, mails(second * 100L));
    }
    progress.end();

    assertThat(text.toString().lines())
        .containsExactly(
            "Importing: 25 % of 40.0 MB, 1,000 mails, 100 mails/s, 30 s left",
            "Importing: 50 % of 40.0 MB, 2,000 mails, 100 mails/s, 20 s left");
    assertThat(text.toString()).doesNotContain("\r", "\u001b");
  }

  @Test
  void writesTheLineOfATerminalAnew() {
    ImportProgress progress = progress(true, TOTAL);
    clock.pass(Duration.ofSeconds(1));
    progress.read(2_000_000, mails(10));
    progress.read(3_000_000, mails(10)); // at once: not shown
    progress.skipped("a.pst", "no mail");
    progress.end();

    assertThat(text.toString())
        .isEqualTo(
            "\r\u001b[KImporting: 5 % of 40.0 MB, 10 mails, 10 mails/s, 19 s left"
                + "\r\u001b[Kleft out: a.pst: no mail"
                + System.lineSeparator());
  }

  @Test
  void tellsTheRateOfTheLastSeconds() {
    ImportProgress progress = progress(false, TOTAL);
    clock.pass(Duration.ofSeconds(10));
    progress.read(30_000_000, mails(10_000));
    clock.pass(Duration.ofSeconds(10));
    progress.read(30_100_000, mails(10_010));

    assertThat(text.toString().lines())
        .last()
        .isEqualTo("Importing: 75 % of 40.0 MB, 10,010 mails, 1 mail/s, 16 min left");
  }

  @Test
  void namesSmallSizes() {
    ImportProgress progress = progress(false, 800);
    clock.pass(Duration.ofSeconds(20));
    progress.read(800, mails(1));

    assertThat(text.toString()).startsWith("Importing: 100 % of 800 bytes, 1 mail, 3 mails/min");
  }

  @Test
  void countsTheReasonsOfWhatIsLeftOutAndObeysNoNames() {
    ImportProgress progress = progress(false, TOTAL);
    progress.skipped("a\u001b[2J.txt", "no mail");
    for (int i = 0; i < 30; i++) {
      progress.skipped("b", "it is empty");
    }

    assertThat(progress.reasons()).isEqualTo("30: it is empty; 1: no mail");
    assertThat(text.toString()).contains("left out: a?[2J.txt: no mail").doesNotContain("\u001b");
    assertThat(text.toString().lines()).hasSize(20);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.0 | 1 mail/s",
        "0 | 0 mails/s",
        "1234.4 | 1,234 mails/s",
        "0.5 | 30 mails/min",
        "0.016 | 1 mail/min"
      })
  void namesRates(double perSecond, String rate) {
    assertThat(ImportProgress.rate(perSecond)).isEqualTo(rate);
  }
}
