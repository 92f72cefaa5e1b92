package arashi.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * WCAG 2.2, 1.4.3 and 1.4.11: contrast = (L₁ + 0.05) / (L₂ + 0.05), where L is relative luminance,
 * for the style sheet's light and dark colours.
 */
class ContrastTest {

  private static final Pattern COLOUR = Pattern.compile("--([a-z0-9-]+): #([0-9a-f]{6});");

  private final Map<String, Integer> light = new HashMap<>();
  private final Map<String, Integer> dark = new HashMap<>();

  ContrastTest() {
    read(sheet("app.css"), light);
    dark.putAll(light);
    read(sheet("dark.css"), dark);
  }

  private static String sheet(String name) {
    return StandardCharsets.UTF_8
        .decode(Assets.load().find(name).orElseThrow().content().duplicate())
        .toString();
  }

  @Test
  void theDarkHasAColourOfItsOwnForEach() {
    assertThat(dark).allSatisfy((name, colour) -> assertThat(colour).isNotEqualTo(light.get(name)));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @CsvSource({
    "ink, ground",
    "ink, surface",
    "ink, raised",
    "ink, hover",
    "ink, chosen",
    "muted, ground",
    "muted, surface",
    "muted, raised",
    "muted, hover",
    "muted, chosen",
    "accent, ground",
    "accent, surface",
    "accent, raised",
    "accent, hover",
    "accent, chosen",
    "late, surface",
    "late, raised",
    "quote-1, surface",
    "quote-2, surface",
    "quote-3, surface",
    "quote-4, surface",
    "quote-3, raised",
    "on-accent, accent",
    "on-hint, hint",
    "on-wrong, wrong",
    "on-good, good"
  })
  void textCanBeRead(String text, String ground) {
    assertThat(contrast(light, text, ground)).as("light").isGreaterThanOrEqualTo(4.5);
    assertThat(contrast(dark, text, ground)).as("dark").isGreaterThanOrEqualTo(4.5);
  }

  @ParameterizedTest(name = "{0} on {1}")
  @CsvSource({
    "edge, surface",
    "edge, ground",
    "edge, raised",
    "star, surface",
    "star, hover",
    "star, chosen",
    "star, raised",
    "fine, surface",
    "fine, raised",
    "late, surface",
    "late, wrong"
  })
  void controlsCanBeSeen(String mark, String ground) {
    assertThat(contrast(light, mark, ground)).as("light").isGreaterThanOrEqualTo(3);
    assertThat(contrast(dark, mark, ground)).as("dark").isGreaterThanOrEqualTo(3);
  }

  private static void read(String css, Map<String, Integer> colours) {
    Matcher matcher = COLOUR.matcher(css);
    while (matcher.find()) {
      colours.put(matcher.group(1), Integer.parseInt(matcher.group(2), 16));
    }
  }

  private static double contrast(Map<String, Integer> colours, String one, String other) {
    double a = luminance(colours.get(one));
    double b = luminance(colours.get(other));
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }

  private static double luminance(int rgb) {
    return 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8) + 0.0722 * linear(rgb);
  }

  private static double linear(int channel) {
    double value = (channel & 0xff) / 255.0;
    return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
  }
}
