package haboob.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.simulation.VirtualClock;
import seda.netio.http.HttpRequest;

class ValidatorsTest {
  private static final Instant MODIFIED = Instant.parse("1994-11-06T08:49:37.9Z");
  private final VirtualClock clock = new VirtualClock(Instant.parse("2026-01-01T00:00:00Z"));
  private final Validators validators = Validators.of("\"abc\"", MODIFIED, clock);

  private boolean match(String name, String value) {
    return judge(name, value) == Validators.Outcome.NOT_MODIFIED;
  }

  private Validators.Outcome judge(String name, String value) {
    return validators.judge(HttpRequest.of("GET", "/a").withHeader(name, value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\"abc\"", "W/\"abc\"", "*", "\"x\", \"abc\"", "\"a,b\",W/\"abc\" , \"y\"", " * "})
  void aListedTagMatches(String list) {
    assertThat(match("If-None-Match", list)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"abd\"", "abc", "\"ab", "", "\"ABC\"", "\"x, \"abc", "\"*\""})
  void anyOtherTagDoesNot(String list) {
    assertThat(match("If-None-Match", list)).isFalse();
  }

  @Test
  void tagsMayComeInSeveralFields() {
    HttpRequest request =
        HttpRequest.of("GET", "/a")
            .withHeader("If-None-Match", "\"x\"")
            .withHeader("if-none-match", "\"abc\"");
    assertThat(validators.judge(request)).isEqualTo(Validators.Outcome.NOT_MODIFIED);
  }

  @Test
  void aTagThatDiffersOutweighsTheDate() {
    HttpRequest request =
        HttpRequest.of("GET", "/a")
            .withHeader("If-Modified-Since", validators.lastModifiedText())
            .withHeader("If-None-Match", "\"x\"");
    assertThat(validators.judge(request)).isEqualTo(Validators.Outcome.PROCEED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Sun, 06 Nov 1994 08:49:37 GMT | true",
        "Sunday, 06-Nov-94 08:49:37 GMT | true",
        "Sun Nov  6 08:49:37 1994 | true",
        "Wed, 31 Dec 2025 00:00:00 GMT | true",
        "Sun, 06 Nov 1994 08:49:36 GMT | false",
        "Saturday, 05-Nov-94 08:49:37 GMT | false",
        "Sun Nov  6 08:49:36 1994 | false",
        "yesterday | false",
        "0 | false",
        "Mon, 06 Nov 1994 08:49:37 GMT | false",
        "Sun, 06 Nov 1994 08:49:37 PST | false",
        "Sun, 06 Nov 1994 08:49:37 +0100 | false",
        "Sun, 06 Nov 1994 08:49:37 | false",
        "Friday, 06-Nov-70 08:49:37 GMT | false",
        "Wednesday, 31-Dec-25 00:00:00 GMT | true"
      })
  void aDateMatchesIfTheFileIsNotYounger(String date, boolean matches) {
    assertThat(match("If-Modified-Since", date)).isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "If-Match | \"abc\" | PROCEED",
        "If-Match | \"x\", \"abc\" | PROCEED",
        "If-Match | * | PROCEED",
        "If-Match | \"x\" | FAILED",
        "If-Match | W/\"abc\" | FAILED",
        "If-Unmodified-Since | Sun, 06 Nov 1994 08:49:37 GMT | PROCEED",
        "If-Unmodified-Since | Sun, 06 Nov 1994 08:49:36 GMT | FAILED",
        "If-Unmodified-Since | yesterday | PROCEED"
      })
  void aConditionThatDoesNotHoldFails(String name, String value, Validators.Outcome outcome) {
    assertThat(judge(name, value)).isEqualTo(outcome);
  }

  @Test
  void aWeakTagMatchesNothingStrongly() {
    Validators weak = Validators.of("W/\"abc\"", MODIFIED, clock);
    HttpRequest request = HttpRequest.of("GET", "/a").withHeader("If-Match", "W/\"abc\"");
    assertThat(weak.judge(request)).isEqualTo(Validators.Outcome.FAILED);
    assertThat(weak.judge(HttpRequest.of("GET", "/a").withHeader("If-None-Match", "\"abc\"")))
        .isEqualTo(Validators.Outcome.NOT_MODIFIED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"abc\" | true",
        "\"x\" | false",
        "W/\"abc\" | false",
        "Sun, 06 Nov 1994 08:49:37 GMT | true",
        "Mon, 07 Nov 1994 08:49:37 GMT | false",
        "nonsense | false"
      })
  void partsAreForWhoHasTheOthers(String condition, boolean allowed) {
    HttpRequest request = HttpRequest.of("GET", "/a").withHeader("If-Range", condition);
    assertThat(validators.allowParts(request)).isEqualTo(allowed);
  }

  @Test
  void sendsNoDateThatIsInTheFutureOrCanNotBeWritten() {
    Instant future = clock.instant().plusSeconds(1000);
    assertThat(Validators.of("\"a\"", future, clock).lastModified()).isEqualTo(clock.instant());
    assertThat(Validators.of("\"a\"", Instant.MIN, clock).lastModifiedText())
        .isEqualTo("Thu, 01 Jan 1970 00:00:00 GMT");
    assertThat(Validators.of("\"a\"", Instant.MAX, clock).lastModifiedText())
        .isEqualTo("Thu, 01 Jan 2026 00:00:00 GMT");
  }

  @Test
  void writesTheDateInItsFixedForm() {
    assertThat(validators.lastModifiedText())
        .as("with two digits of the day")
        .isEqualTo("Sun, 06 Nov 1994 08:49:37 GMT");
  }
}
