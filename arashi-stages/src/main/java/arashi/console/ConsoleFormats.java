package arashi.console;

import arashi.web.Translations;
import java.text.NumberFormat;
import java.util.Locale;

/** Formats figures and texts in one reader's language. Not thread-safe. */
final class ConsoleFormats {
  private static final String NOTHING = "–";
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Translations messages;
  private final Locale locale;
  private final NumberFormat format;

  ConsoleFormats(Translations messages, Locale locale) {
    this.messages = messages;
    this.locale = locale;
    this.format = NumberFormat.getInstance(locale);
  }

  String text(String key, Object... arguments) {
    return messages.text(locale, key, arguments);
  }

  /** Formats a time with up to three digits; 0, which means none, as a dash. */
  String time(long nanos) {
    if (nanos == 0) {
      return NOTHING;
    }
    return nanos < NANOS_PER_SECOND
        ? digits(nanos / NANOS_PER_MILLI) + " ms"
        : digits(nanos / NANOS_PER_SECOND) + " s";
  }

  String rate(double perSecond) {
    return digits(perSecond) + "/s";
  }

  String percent(double part) {
    return digits(100 * part) + " %";
  }

  String count(long number) {
    return format.format(number);
  }

  /** Formats small numbers with two decimals, large ones with none. */
  String digits(double number) {
    return format(number, number < 0.995 ? 2 : number < 9.95 ? 1 : 0);
  }

  private String format(double number, int fraction) {
    format.setMaximumFractionDigits(fraction);
    return format.format(number);
  }
}
