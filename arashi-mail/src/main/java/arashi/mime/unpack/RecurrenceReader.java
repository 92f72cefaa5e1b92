package arashi.mime.unpack;

import arashi.mime.view.Invitation.Recurrence;
import arashi.mime.view.Invitation.When;
import biweekly.util.ByDay;
import biweekly.util.DayOfWeek;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads a recurrence rule into the values that are displayed. */
final class RecurrenceReader {
  private static final int MAX_NTH = 5;

  private final biweekly.util.Recurrence rule;
  private final Recurrence.Unit unit;

  private RecurrenceReader(biweekly.util.Recurrence rule) {
    this.rule = rule;
    this.unit =
        switch (rule.getFrequency()) {
          case SECONDLY, MINUTELY, HOURLY -> Recurrence.Unit.HOUR;
          case DAILY -> Recurrence.Unit.DAY;
          case WEEKLY -> Recurrence.Unit.WEEK;
          case MONTHLY -> Recurrence.Unit.MONTH;
          case YEARLY -> Recurrence.Unit.YEAR;
        };
  }

  /**
   * Reads a rule; empty if it has no frequency.
   *
   * @param until end of the recurrence, in the event's zone
   * @param more whether the event has further rules
   */
  static Optional<Recurrence> read(
      biweekly.util.Recurrence rule, Optional<When> until, boolean more) {
    return rule == null || rule.getFrequency() == null
        ? Optional.empty()
        : Optional.of(new RecurrenceReader(rule).read(until, more));
  }

  private Recurrence read(Optional<When> until, boolean more) {
    List<Integer> days =
        rule.getByDay().stream()
            .map(ByDay::getDay)
            .map(RecurrenceReader::number)
            .distinct()
            .toList();
    int nth = nth();
    int monthDay = rule.getByMonthDay().size() == 1 ? rule.getByMonthDay().get(0) : 0;
    boolean dayTold = monthDay >= -1 && monthDay <= 31;
    boolean nthTold = Math.abs(nth) <= MAX_NTH;
    return new Recurrence(
        unit,
        rule.getInterval() == null ? 1 : within(rule.getInterval(), 1, 10_000),
        nthTold ? days : List.of(),
        nthTold ? nth : 0,
        dayTold ? monthDay : 0,
        rule.getCount() == null ? 0 : within(rule.getCount(), 0, 100_000),
        until,
        more || !dayTold || !nthTold || isComplex(days));
  }

  /** Returns which of its days in a month or year is meant, 0 for each. */
  private int nth() {
    Set<Integer> nths = Set.copyOf(rule.getByDay().stream().map(RecurrenceReader::nth).toList());
    int nth = nths.size() == 1 ? nths.iterator().next() : 0;
    return nth == 0 && rule.getBySetPos().size() == 1 && !rule.getByDay().isEmpty()
        ? rule.getBySetPos().get(0)
        : nth;
  }

  private boolean isComplex(List<Integer> days) {
    Set<Integer> nths = Set.copyOf(rule.getByDay().stream().map(RecurrenceReader::nth).toList());
    boolean set =
        !rule.getBySetPos().isEmpty() && (days.size() != 1 || nths.iterator().next() != 0);
    boolean weeks =
        unit == Recurrence.Unit.WEEK
            && rule.getInterval() != null
            && rule.getInterval() > 1
            && days.size() > 1
            && rule.getWorkweekStarts() != null
            && rule.getWorkweekStarts() != DayOfWeek.MONDAY;
    return unit == Recurrence.Unit.HOUR
        || set
        || weeks
        || nths.size() > 1
        || rule.getByMonthDay().size() > 1
        || rule.getBySetPos().size() > 1
        || rule.getByMonth().size() > 1
        || (!rule.getByMonth().isEmpty() && unit != Recurrence.Unit.YEAR)
        || (!rule.getByMonthDay().isEmpty() && !rule.getByDay().isEmpty())
        || !rule.getByYearDay().isEmpty()
        || !rule.getByWeekNo().isEmpty()
        || !rule.getByHour().isEmpty()
        || rule.getByMinute().size() > 1;
  }

  private static int nth(ByDay day) {
    return day.getNum() == null ? 0 : day.getNum();
  }

  private static int within(int value, int least, int most) {
    return Math.max(least, Math.min(most, value));
  }

  /** Returns the number of a day of the week, 1 for Monday to 7. */
  static int number(DayOfWeek day) {
    return switch (day) {
      case MONDAY -> 1;
      case TUESDAY -> 2;
      case WEDNESDAY -> 3;
      case THURSDAY -> 4;
      case FRIDAY -> 5;
      case SATURDAY -> 6;
      case SUNDAY -> 7;
    };
  }
}
