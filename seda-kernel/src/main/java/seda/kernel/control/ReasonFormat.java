package seda.kernel.control;

import java.util.Locale;

/** Formats the numbers in controllers' explanations, independent of the locale. */
final class ReasonFormat {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;

  private ReasonFormat() {}

  static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }

  static String time(long nanos) {
    return time((double) nanos);
  }

  /** Formats a time with two or three digits: 1.4 s, 25 ms, 0.7 ms. */
  static String time(double nanos) {
    return nanos >= NANOS_PER_SECOND
        ? number(nanos / NANOS_PER_SECOND) + " s"
        : number(nanos / NANOS_PER_MILLI) + " ms";
  }

  /** Formats a number with at least two digits. */
  static String number(double number) {
    return format(number < 0.1 ? "%.2f" : number < 10 ? "%.1f" : "%.0f", number);
  }

  /** Formats a change of a setting. */
  static String change(double before, double after, String unit) {
    return number(before) + unit + " → " + number(after) + unit;
  }
}
