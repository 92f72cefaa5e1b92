package arashi.front.compose;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * A moment at which a mail is to be sent, as a field of HTML holds it ({@code datetime-local}): in
 * the zone in which the reader's dates are shown, in whole minutes. A time that a clock skips in
 * spring is the one after the gap.
 */
public final class SendTime {
  /** A mail that waits for longer was not meant so. */
  private static final Duration LONGEST = Duration.ofDays(366);

  private SendTime() {}

  /** The moment that was typed; empty if it is none, or not within a year from now. */
  public static Optional<Instant> read(String typed, ZoneId zone, Instant now) {
    try {
      Instant at = LocalDateTime.parse(typed.strip()).atZone(zone).toInstant();
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
