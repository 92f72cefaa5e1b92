package arashi.front.compose;

import arashi.front.Arguments;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import seda.netio.http.Form;

/**
 * Send time of a mail, in the format of an HTML {@code datetime-local} field: whole minutes, in the
 * zone of the reader's dates. If scripts show dates in the browser's zone, the form names that
 * zone. A time in the gap of a clock change moves to after the gap.
 *
 * @param typed the field
 * @param zone zone of the field as scripts report it (IANA); empty: zone of the page
 */
public record SendTime(String typed, String zone) {
  /** Later times are typing errors. */
  private static final Duration LONGEST = Duration.ofDays(366);

  /** Reads the fields of a form. */
  public static SendTime of(Form form) {
    return new SendTime(Arguments.first(form, "send-at"), Arguments.first(form, "send-zone"));
  }

  /**
   * Returns the typed moment; empty if it is malformed, past, or more than a year ahead.
   *
   * @param usual zone of the page
   */
  public Optional<Instant> read(ZoneId usual, Instant now) {
    try {
      ZoneId meant = zone.isEmpty() ? usual : ZoneId.of(zone);
      Instant at = LocalDateTime.parse(typed.strip()).atZone(meant).toInstant();
      boolean soon = at.isAfter(now) && at.isBefore(now.plus(LONGEST));
      return soon ? Optional.of(at) : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Formats a moment for the field. */
  public static String value(Instant at, ZoneId zone) {
    return at.atZone(zone).toLocalDateTime().truncatedTo(ChronoUnit.MINUTES).toString();
  }
}
