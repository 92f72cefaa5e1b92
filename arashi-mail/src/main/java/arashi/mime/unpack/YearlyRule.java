package arashi.mime.unpack;

import biweekly.property.RecurrenceRule;
import biweekly.util.ByDay;
import biweekly.util.DateTimeComponents;
import biweekly.util.Frequency;
import biweekly.util.Recurrence;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Year;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A yearly rule of a time zone's changes (RFC 5545, 3.6.5). Tests each day of a year, so a lookup
 * takes at most 366 steps, whatever the rule; the library's engine counts from the rule's start.
 */
final class YearlyRule {
  private final LocalDateTime first;
  private final Recurrence rule;
  private final LocalTime time;
  private final int interval;

  /** Local time, in the offset before the change. */
  private final LocalDateTime end;

  private final Map<Integer, List<LocalDate>> days = new HashMap<>();

  private YearlyRule(LocalDateTime first, Recurrence rule, LocalTime time, LocalDateTime end) {
    this.first = first;
    this.rule = rule;
    this.time = time;
    this.interval = rule.getInterval() == null ? 1 : Math.max(1, rule.getInterval());
    this.end = end;
  }

  /**
   * Reads a rule; empty if it is not yearly, or names several times of a day.
   *
   * @param first first change
   * @param before offset before each change
   */
  static Optional<YearlyRule> of(RecurrenceRule property, LocalDateTime first, ZoneOffset before) {
    Recurrence rule = property.getValue();
    boolean simple =
        rule != null
            && rule.getFrequency() == Frequency.YEARLY
            && rule.getByWeekNo().isEmpty()
            && rule.getByHour().size() <= 1
            && rule.getByMinute().size() <= 1
            && rule.getBySecond().size() <= 1;
    if (!simple) {
      return Optional.empty();
    }
    try {
      LocalTime time =
          LocalTime.of(
              one(rule.getByHour(), first.getHour()),
              one(rule.getByMinute(), first.getMinute()),
              one(rule.getBySecond(), first.getSecond()));
      return Optional.of(new YearlyRule(first, rule, time, end(rule, first, before)));
    } catch (DateTimeException absurd) {
      return Optional.empty();
    }
  }

  private static int one(List<Integer> values, int otherwise) {
    return values.isEmpty() ? otherwise : values.get(0);
  }

  private static LocalDateTime end(Recurrence rule, LocalDateTime first, ZoneOffset before) {
    LocalDateTime end = LocalDateTime.MAX;
    if (rule.getCount() != null) {
      int interval = rule.getInterval() == null ? 1 : Math.max(1, rule.getInterval());
      long years = (long) interval * Math.max(0, rule.getCount() - 1);
      end =
          LocalDate.of((int) Math.min(first.getYear() + years, Year.MAX_VALUE), 12, 31)
              .atTime(LocalTime.MAX);
    }
    if (rule.getUntil() != null && rule.getUntil().getRawComponents() != null) {
      DateTimeComponents raw = rule.getUntil().getRawComponents();
      LocalDate day = LocalDate.of(raw.getYear(), raw.getMonth(), raw.getDate());
      if (!rule.getUntil().hasTime()) {
        return day.atTime(LocalTime.MAX);
      }
      LocalDateTime until = day.atTime(raw.getHour(), raw.getMinute());
      return raw.isUtc() ? until.plusSeconds(before.getTotalSeconds()) : until;
    }
    return end;
  }

  /** Returns changes up to the end of a year, among them the last one. */
  List<LocalDateTime> changes(int year) {
    int latest = Math.min(year, end.getYear());
    int from = latest - Math.floorMod(latest - first.getYear(), interval);
    List<LocalDateTime> changes = new ArrayList<>();
    for (int each : new int[] {from, from - interval}) {
      if (each >= first.getYear()) {
        days.computeIfAbsent(each, this::days).stream()
            .map(day -> day.atTime(time))
            .filter(at -> !at.isBefore(first) && !at.isAfter(end))
            .forEach(changes::add);
      }
    }
    return changes;
  }

  private List<LocalDate> days(int year) {
    List<LocalDate> found =
        LocalDate.of(year, 1, 1)
            .datesUntil(LocalDate.of(year, 1, 1).plusYears(1))
            .filter(this::isMeant)
            .toList();
    if (rule.getBySetPos().isEmpty()) {
      return found;
    }
    return rule.getBySetPos().stream()
        .map(n -> n > 0 ? n - 1 : found.size() + n)
        .filter(n -> n >= 0 && n < found.size())
        .map(found::get)
        .toList();
  }

  private boolean isMeant(LocalDate day) {
    boolean noDay =
        rule.getByDay().isEmpty()
            && rule.getByMonthDay().isEmpty()
            && rule.getByYearDay().isEmpty();
    boolean noMonth = noDay && rule.getByMonth().isEmpty();
    boolean month =
        noMonth
            ? day.getMonthValue() == first.getMonthValue()
            : rule.getByMonth().isEmpty() || rule.getByMonth().contains(day.getMonthValue());
    return month
        && (!noDay || day.getDayOfMonth() == first.getDayOfMonth())
        && within(rule.getByMonthDay(), day.getDayOfMonth(), day.lengthOfMonth())
        && within(rule.getByYearDay(), day.getDayOfYear(), day.lengthOfYear())
        && (rule.getByDay().isEmpty() || rule.getByDay().stream().anyMatch(by -> is(by, day)));
  }

  /** True if the list has this number, counted from the first or from the last; or is empty. */
  private static boolean within(List<Integer> numbers, int n, int last) {
    return numbers.isEmpty() || numbers.contains(n) || numbers.contains(n - last - 1);
  }

  private boolean is(ByDay by, LocalDate day) {
    if (RecurrenceReader.number(by.getDay()) != day.getDayOfWeek().getValue()) {
      return false;
    }
    if (by.getNum() == null || by.getNum() == 0) {
      return true;
    }
    boolean monthly = !rule.getByMonth().isEmpty();
    int n = monthly ? day.getDayOfMonth() : day.getDayOfYear();
    int last = monthly ? day.lengthOfMonth() : day.lengthOfYear();
    return by.getNum() > 0 ? (n - 1) / 7 + 1 == by.getNum() : (last - n) / 7 + 1 == -by.getNum();
  }
}
