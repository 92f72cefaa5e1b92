package arashi.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.term.TermExtractor;
import arashi.mime.view.ThreadKey;
import arashi.store.mail.NewMail;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seda.kernel.Clock;

/** The date chosen for a mail from a file. */
class IntakeDateTest {
  private static final Instant NOW = Instant.parse("2024-06-01T12:00:00Z");

  private static final Clock CLOCK =
      new Clock() {
        @Override
        public long nanos() {
          return 0;
        }

        @Override
        public Instant instant() {
          return NOW;
        }
      };

  private static NewMail taken(String header, String separator, MailMarks marks) {
    Intake intake =
        new Intake(
            new MailParser(MimeLimits.DEFAULT), new TermExtractor(TermLimits.DEFAULT), CLOCK);
    byte[] raw = (header + "\nSubject: x\n\ny\n").getBytes(StandardCharsets.UTF_8);
    Optional<Instant> separated =
        separator.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(separator));
    return intake.take(new FoundMail(raw, separated, marks, Optional.empty(), "file")).mail();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Date: Fri, 1 Mar 2024 10:00:00 +0000 | 2024-05-31T00:00:00Z | 2024-03-01T10:00:00Z",
        "Date: once                           | 2024-05-31T00:00:00Z | 2024-05-31T00:00:00Z",
        "X-Y: z                               | 2024-05-31T00:00:00Z | 2024-05-31T00:00:00Z",
        "Date: Mon, 3 Jun 2024 11:59:59 +0000 | ''                   | 2024-06-03T11:59:59Z",
        "Date: Mon, 3 Jun 2024 12:00:01 +0000 | 2024-05-31T00:00:00Z | 2024-05-31T00:00:00Z",
        "Date: Thu, 1 Jan 1903 10:00:00 +0000 | 2024-05-31T00:00:00Z | 2024-05-31T00:00:00Z",
        "Received: by a; 1 Mar 2024 10:00:00 +0000 | ''              | 2024-03-01T10:00:00Z",
        "Received: by a; 1 Mar 2034 10:00:00 +0000 | 2044-05-31T00:00:00Z | 2024-06-01T12:00:00Z",
        "X-Y: z                               | ''                   | 2024-06-01T12:00:00Z"
      })
  void isThatOfTheMailUnlessItIsAbsurd(String header, String separator, Instant expected) {
    assertThat(taken(header, separator, MailMarks.NONE).receivedAt()).isEqualTo(expected);
  }

  @Test
  void mailsOfOneThreadHaveItsIdInCommon() {
    MailMarks marks =
        new MailMarks(MailFlags.NONE, false, false, Optional.empty(), Set.of(), "1790");
    assertThat(taken("Message-ID: <a@x.example>", "", marks).reading().references())
        .containsExactly(ThreadKey.hash("1790"))
        .isEqualTo(taken("Message-ID: <b@x.example>", "", marks).reading().references());
  }
}
