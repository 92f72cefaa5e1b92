package arashi.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Arbitrary text as an image address and as a redirect's location. A build runs the stored inputs
 * beside this class; to search for more: {@code JAZZER_FUZZ=1 mvn test -Dtest=RemoteUrlFuzzTest
 * -Djazzer.hooks=true}.
 */
class RemoteUrlFuzzTest {
  private static final Pattern HOST = Pattern.compile("[a-z0-9._-]+|[0-9a-f:.]+");
  private static final Pattern TARGET = Pattern.compile("/[!-~]*");

  @FuzzTest(maxDuration = "2m")
  void whatIsReadCanStandInARequest(FuzzedDataProvider data) {
    String location = data.consumeString(300);
    String text = data.consumeRemainingAsString();

    Optional<RemoteUrl> url = RemoteUrl.parse(text);

    url.ifPresent(RemoteUrlFuzzTest::assertFit);
    url.flatMap(one -> one.resolve(location)).ifPresent(RemoteUrlFuzzTest::assertFit);
  }

  private static void assertFit(RemoteUrl url) {
    assertThat(url.host()).matches(HOST);
    assertThat(url.port()).isBetween(1, 65_535);
    assertThat(url.target()).matches(TARGET).doesNotContain("#");
    assertThat(url.target().split("\\?", 2)[0]).doesNotContain("/../", "/./");
    // parsing is idempotent
    if (url.toString().length() <= RemoteUrl.MAX_CHARS) {
      assertThat(RemoteUrl.parse(url.toString())).contains(url);
    }
  }
}
