package arashi.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Reads arbitrary bytes as an mbox, in random pieces. In a build this runs on the stored inputs; to
 * fuzz: {@code JAZZER_FUZZ=1 mvn test -Dtest=MboxFuzzTest -Djazzer.hooks=true}.
 */
class MboxFuzzTest {
  private static final int LARGEST = 80_000;

  @FuzzTest(maxDuration = "2m")
  void readsAnythingTheSameHoweverItComes(FuzzedDataProvider data) throws IOException {
    Random random = new Random(data.consumeInt());
    byte[] bytes = data.consumeRemainingAsBytes();

    List<String> whole = read(new ByteArrayInputStream(bytes));

    assertThat(read(new MboxReaderTest.Choppy(bytes, random))).isEqualTo(whole);
  }

  private static List<String> read(InputStream in) throws IOException {
    List<String> seen = new ArrayList<>();
    MboxReader.MailSink sink =
        new MboxReader.MailSink() {
          @Override
          public void mail(byte[] raw, Optional<Instant> separator, long offset) {
            assertThat(raw.length).isBetween(1, LARGEST);
            MailMarks.ofHeader(HeaderFields.of(raw));
            KnownFields.areIn(raw);
            FileShape.of(raw, "a.emlx", false);
            seen.add(offset + " " + separator + " " + Arrays.hashCode(raw));
          }

          @Override
          public void tooLarge(long offset) {
            seen.add(offset + " too large");
          }
        };
    new MboxReader(in, LARGEST, sink).read();
    return seen;
  }
}
