package arashi.mime.unpack;

import biweekly.util.DateTimeComponents;
import biweekly.util.ICalDate;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Optional;

/** Times as a calendar writes them, without a zone. */
final class CalendarTime {
  private CalendarTime() {}

  /** Returns a time as written, to the minute; empty if there is none, or no such date. */
  static Optional<LocalDateTime> local(ICalDate date) {
    DateTimeComponents raw = date == null ? null : date.getRawComponents();
    if (raw == null) {
      return Optional.empty();
    }
    try {
      LocalDateTime day = LocalDate.of(raw.getYear(), raw.getMonth(), raw.getDate()).atStartOfDay();
      boolean midnight = date.hasTime() && raw.getHour() == 24 && raw.getMinute() == 0;
      return Optional.of(
          midnight
              ? day.plusDays(1)
              : date.hasTime() ? day.withHour(raw.getHour()).withMinute(raw.getMinute()) : day);
    } catch (DateTimeException absurd) {
      return Optional.empty();
    }
  }

  static boolean isUtc(ICalDate date) {
    return date.getRawComponents() != null && date.getRawComponents().isUtc();
  }
}
