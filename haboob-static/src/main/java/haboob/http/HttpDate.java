package haboob.http;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Optional;

/**
 * Dates in HTTP (RFC 9110 §5.6.7): one format to write, three to read.
 *
 * <p>Jetty's {@code HttpDateTime} reads a date of any time zone as GMT, although §13.1.3 requires
 * an invalid date to be ignored, and writes the first nine days of a month with one digit.
 */
final class HttpDate {
  private static final int FIRST_TWO_DIGIT_YEAR = 1970;

  private static final DateTimeFormatter FIXED =
      DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH);

  private static final DateTimeFormatter RFC_850 =
      new DateTimeFormatterBuilder()
          .appendPattern("EEEE, dd-MMM-")
          .appendValueReduced(ChronoField.YEAR, 2, 2, FIRST_TWO_DIGIT_YEAR)
          .appendPattern(" HH:mm:ss 'GMT'")
          .toFormatter(Locale.ENGLISH);

  private static final DateTimeFormatter ASCTIME =
      DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss uuuu", Locale.ENGLISH);

  private static final DateTimeFormatter ANY =
      new DateTimeFormatterBuilder()
          .appendOptional(FIXED)
          .appendOptional(RFC_850)
          .appendOptional(ASCTIME)
          .toFormatter(Locale.ENGLISH);

  private HttpDate() {}

  static String format(Instant instant) {
    return FIXED.format(instant.atOffset(ZoneOffset.UTC));
  }

  /** Parses a date; empty if it is malformed. */
  static Optional<Instant> parse(String text) {
    try {
      return Optional.of(LocalDateTime.parse(text, ANY).toInstant(ZoneOffset.UTC));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
