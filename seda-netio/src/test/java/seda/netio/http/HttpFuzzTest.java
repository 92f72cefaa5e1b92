package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;

/**
 * Arbitrary bytes, cut anywhere. A build runs over the stored inputs. To search for more: {@code
 * JAZZER_FUZZ=1 mvn test -Dtest=HttpFuzzTest -Djazzer.hooks=true}.
 */
class HttpFuzzTest {
  private static final HttpLimits LIMITS = new HttpLimits(4096, 20, 500, 2000, 2000, 10, 16, 1000);

  @FuzzTest(maxDuration = "2m")
  void readsAnythingTheSameHoweverItIsCut(FuzzedDataProvider data) {
    Random random = new Random(data.consumeInt());
    byte[] bytes = data.consumeRemainingAsBytes();

    List<String> whole = Transcript.of(bytes, LIMITS, IntUnaryOperator.identity());
    List<String> cut = Transcript.of(bytes, LIMITS, left -> 1 + random.nextInt(left));

    assertThat(cut).isEqualTo(whole);
    for (String line : whole) {
      if (line.contains(" | ")) {
        String path = line.split(" \\| ", -1)[2];
        assertThat(path).matches("\\*|/.*");
        assertThat(path.split("/", -1)).doesNotContain(".", "..");
        assertThat(path.chars()).noneMatch(c -> c == '\\' || Character.isISOControl(c));
      }
    }
  }
}
