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
 * A moment at which a mail is to be sent, as a field of HTML holds it ({@code datetime-local}): in
 * the zone in which the reader's dates are shown, in whole minutes. Where scripts show them in that
 * of the browser, the form says so. A time that a clock skips in spring is the one after the gap.
 *
 * @param typed the field
 * @param zone in which it was typed, as scripts say (IANA); empty: that of the page
 */
public record SendTime(String typed, String zone) {
  /** A mail that waits for longer was not meant so. */
  private static final Duration LONGEST = Duration.ofDays(366);

  /** Reads the fields of a form. */
  public static SendTime of(Form form) {
    return new SendTime(Arguments.first(form, "send-at"), Arguments.first(form, "send-zone"));
  }

  /**
   * The moment that was typed; empty if it is none, or not within a year from now.
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

  /** A moment as the field holds it. */
  public static String value(Instant at, ZoneId zone) {
    return at.atZone(zone).toLocalDateTime().truncatedTo(ChronoUnit.MINUTES).toString();
  }
}
