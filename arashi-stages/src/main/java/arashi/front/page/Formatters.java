package arashi.front.page;

import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Cache of date formats by pattern and language; parsing one costs more than a list row. */
final class Formatters {
  private record Key(String pattern, Locale locale) {}

  /** Bounded by our few patterns times the languages of the messages. */
  private static final Map<Key, DateTimeFormatter> CACHE = new ConcurrentHashMap<>();

  private Formatters() {}

  /** German writes the day as an ordinal: 3. August. */
  private static String inLanguage(String pattern, Locale locale) {
    return locale.getLanguage().equals("de") ? pattern.replace("d M", "d. M") : pattern;
  }

  static DateTimeFormatter of(String pattern, Locale locale) {
    return CACHE.computeIfAbsent(
        new Key(pattern, locale),
        key -> DateTimeFormatter.ofPattern(inLanguage(pattern, locale), locale));
  }
}
