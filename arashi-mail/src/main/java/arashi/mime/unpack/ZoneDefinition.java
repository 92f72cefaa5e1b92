package arashi.mime.unpack;

import biweekly.component.Observance;
import biweekly.component.VTimezone;
import biweekly.property.DateStart;
import biweekly.property.RecurrenceDates;
import biweekly.property.RecurrenceRule;
import biweekly.property.UtcOffsetProperty;
import biweekly.util.ICalDate;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A time zone as the calendar defines it ({@code VTIMEZONE}; RFC 5545, 3.6.5): periods with an
 * offset each, which begin at dates or by yearly rules.
 *
 * <p>The offset at a local time {@code t} is that of the latest change that is over at {@code t}: a
 * change from offset {@code f} to {@code g} is over at its local time plus {@code max(0, g − f)}.
 * So a time in a gap has the offset before it, and a time that occurs twice is the first (3.3.5).
 */
final class ZoneDefinition {
  private static final int MAX_PERIODS = 200;
  private static final int MAX_DATES = 2_000;

  private final List<Period> periods;

  private record Period(
      LocalDateTime first,
      ZoneOffset before,
      ZoneOffset after,
      List<YearlyRule> rules,
      List<LocalDateTime> dates) {

    /** Returns when the change at a local time is over. */
    LocalDateTime over(LocalDateTime change) {
      return change.plusSeconds(Math.max(0, after.getTotalSeconds() - before.getTotalSeconds()));
    }

    Optional<LocalDateTime> latest(LocalDateTime at) {
      return Stream.concat(
              Stream.concat(Stream.of(first), dates.stream()),
              rules.stream().flatMap(rule -> rule.changes(at.getYear()).stream()))
          .filter(change -> !over(change).isAfter(at))
          .max(LocalDateTime::compareTo);
    }
  }

  private ZoneDefinition(List<Period> periods) {
    this.periods = periods;
  }

  /** Reads a definition; empty if a part of it is not understood. */
  static Optional<ZoneDefinition> of(VTimezone zone) {
    List<Observance> observances = new ArrayList<>(zone.getStandardTimes());
    observances.addAll(zone.getDaylightSavingsTime());
    if (observances.size() > MAX_PERIODS) {
      return Optional.empty();
    }
    List<Period> periods = new ArrayList<>();
    for (Observance one : observances) {
      Optional<Period> period = period(one);
      if (period.isEmpty()) {
        return Optional.empty();
      }
      periods.add(period.get());
    }
    return periods.isEmpty() ? Optional.empty() : Optional.of(new ZoneDefinition(periods));
  }

  private static Optional<Period> period(Observance one) {
    DateStart start = one.getDateStart();
    Optional<ZoneOffset> after = offset(one.getTimezoneOffsetTo());
    Optional<LocalDateTime> first =
        start == null ? Optional.empty() : CalendarTime.local(start.getValue());
    boolean lostRule = one.getExperimentalProperty("RRULE") != null;
    if (after.isEmpty() || first.isEmpty() || lostRule) {
      return Optional.empty();
    }
    ZoneOffset before = offset(one.getTimezoneOffsetFrom()).orElse(after.get());
    List<YearlyRule> rules = new ArrayList<>();
    for (RecurrenceRule rule : one.getProperties(RecurrenceRule.class)) {
      Optional<YearlyRule> yearly = YearlyRule.of(rule, first.get(), before);
      if (yearly.isEmpty()) {
        return Optional.empty();
      }
      rules.add(yearly.get());
    }
    List<LocalDateTime> dates =
        one.getRecurrenceDates().stream()
            .map(RecurrenceDates::getDates)
            .flatMap(List::stream)
            .limit(MAX_DATES)
            .flatMap((ICalDate date) -> CalendarTime.local(date).stream())
            .toList();
    return Optional.of(new Period(first.get(), before, after.get(), rules, dates));
  }

  private static Optional<ZoneOffset> offset(UtcOffsetProperty written) {
    if (written == null || written.getValue() == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          ZoneOffset.ofTotalSeconds(Math.toIntExact(written.getValue().getMillis() / 1000)));
    } catch (DateTimeException | ArithmeticException absurd) {
      return Optional.empty();
    }
  }

  /** Returns the offset at a local time; before the first change, that which the change ends. */
  ZoneOffset offset(LocalDateTime at) {
    Period current = null;
    LocalDateTime since = LocalDateTime.MIN;
    Period earliest = periods.get(0);
    for (Period one : periods) {
      Optional<LocalDateTime> change = one.latest(at);
      if (change.isPresent() && change.get().isAfter(since)) {
        current = one;
        since = change.get();
      }
      earliest = one.first().isBefore(earliest.first()) ? one : earliest;
    }
    return current == null ? earliest.before() : current.after();
  }
}
