package arashi.mime.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreviewTextTest {
  private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-f]{4})");

  private static String unescaped(String text) {
    return ESCAPE
        .matcher(text)
        .replaceAll(found -> Character.toString(Integer.parseInt(found.group(1), 16)));
  }

  /** Runs of blanks and invisible characters are one blank; joiners of words and emoji stay. */
  @ParameterizedTest
  @CsvSource({
    "'Offer \\u034f\\u200c\\u00a0\\u2007\\u00ad\\u034f\\u200c\\u00a0\\u2007\\u00ad more', 'Offer more'",
    "'Offer\\u200c\\u200c\\u200c\\u200c more', 'Offer more'",
    "'Offer\\u00a0\\u00a0\\u00a0more', 'Offer more'",
    "'Offer \\u3164\\u2800\\ufeff', 'Offer'",
    "'co\\u00adop', 'co\\u00adop'",
    "'\\u0646\\u0645\\u06cc\\u200c\\u062e', '\\u0646\\u0645\\u06cc\\u200c\\u062e'",
    "'so \\u2764\\ufe0f\\u200d\\ud83d\\udd25', 'so \\u2764\\ufe0f\\u200d\\ud83d\\udd25'",
  })
  void hasNoFillers(String text, String preview) {
    assertThat(PreviewText.of(unescaped(text))).isEqualTo(unescaped(preview));
  }
}
