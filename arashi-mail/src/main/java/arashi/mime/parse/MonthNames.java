package arashi.mime.parse;

import java.time.Month;
import java.time.format.TextStyle;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Maps localized month names to months. Some programs format dates in their user's language, in
 * breach of RFC 5322. Names come from the JDK (CLDR) and load on first use.
 */
final class MonthNames {
  /** If languages use one name for different months, the first language wins. */
  private static final List<String> LANGUAGES =
      List.of(
          "en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "sv", "da", "nb", "fi", "cs", "tr",
          "uk", "hu", "ro", "el", "ca", "sk", "sl", "bg", "lt", "lv", "et", "id", "vi", "he", "ar");

  private static final List<TextStyle> STYLES =
      List.of(
          TextStyle.SHORT, TextStyle.FULL, TextStyle.SHORT_STANDALONE, TextStyle.FULL_STANDALONE);

  /** Names from older systems. */
  private static final Map<String, Integer> OTHERS =
      Map.ofEntries(
          Map.entry("mrz", 3),
          Map.entry("mär", 3),
          Map.entry("maerz", 3),
          Map.entry("jänner", 1),
          Map.entry("jän", 1),
          Map.entry("feber", 2),
          Map.entry("fev", 2),
          Map.entry("aout", 8),
          Map.entry("sept", 9),
          Map.entry("set", 9),
          Map.entry("мая", 5),
          Map.entry("мар", 3));

  private static final Map<String, Integer> NAMES = names();

  private MonthNames() {}

  private static Map<String, Integer> names() {
    Map<String, Integer> names = new HashMap<>();
    for (String language : LANGUAGES) {
      Locale locale = Locale.forLanguageTag(language);
      for (Month month : Month.values()) {
        for (TextStyle style : STYLES) {
          String name = month.getDisplayName(style, locale).toLowerCase(Locale.ROOT);
          names.putIfAbsent(name.replace(".", ""), month.getValue());
        }
      }
    }
    OTHERS.forEach(names::putIfAbsent);
    LANGUAGES.forEach(language -> addBeginnings(Locale.forLanguageTag(language), names));
    return names;
  }

  /**
   * Adds three-letter prefixes: programs truncate names there, whatever the language's own
   * abbreviations.
   */
  private static void addBeginnings(Locale locale, Map<String, Integer> names) {
    Map<String, Integer> beginnings = new HashMap<>();
    for (Month month : Month.values()) {
      String name = month.getDisplayName(TextStyle.FULL, locale).toLowerCase(Locale.ROOT);
      if (name.length() > 3) {
        beginnings.merge(name.substring(0, 3), month.getValue(), (one, other) -> 0);
      }
    }
    beginnings.values().removeIf(month -> month == 0); // ambiguous
    beginnings.forEach(names::putIfAbsent);
  }

  /** Returns the month from 1, or 0 if there is none; {@code name} is in lower case. */
  static int month(String name) {
    return NAMES.getOrDefault(name, 0);
  }
}
