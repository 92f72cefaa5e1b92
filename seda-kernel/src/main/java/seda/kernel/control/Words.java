package seda.kernel.control;

import java.util.Locale;

/** What controllers say of themselves, the same in every locale. */
final class Words {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;

  private Words() {}

  static String of(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }

  static String time(long nanos) {
    return time((double) nanos);
  }

  /** To two or three digits: 1.4 s, 25 ms, 0.7 ms. */
  static String time(double nanos) {
    return nanos >= NANOS_PER_SECOND
        ? number(nanos / NANOS_PER_SECOND) + " s"
        : number(nanos / NANOS_PER_MILLI) + " ms";
  }

  /** To two digits at least. */
  static String number(double number) {
    return of(number < 0.1 ? "%.2f" : number < 10 ? "%.1f" : "%.0f", number);
  }

  /** What was done to a setting. */
  static String change(double before, double after, String unit) {
    return number(before) + unit + " → " + number(after) + unit;
  }
}
