package arashi.mime.unpack;

import arashi.mime.address.Mailbox;
import arashi.mime.text.TextCleaner;
import arashi.mime.view.Invitation;
import arashi.mime.view.Invitation.Answer;
import arashi.mime.view.Invitation.Kind;
import arashi.mime.view.Invitation.Recurrence;
import arashi.mime.view.Invitation.When;
import biweekly.ICalendar;
import biweekly.component.ICalComponent;
import biweekly.component.VEvent;
import biweekly.component.VTimezone;
import biweekly.io.TimezoneAssignment;
import biweekly.io.TimezoneInfo;
import biweekly.io.text.ICalReader;
import biweekly.parameter.ParticipationStatus;
import biweekly.property.Attendee;
import biweekly.property.DateOrDateTimeProperty;
import biweekly.property.ExceptionRule;
import biweekly.property.Organizer;
import biweekly.property.RecurrenceProperty;
import biweekly.property.RecurrenceRule;
import biweekly.property.TextProperty;
import biweekly.util.ByDay;
import biweekly.util.DateTimeComponents;
import biweekly.util.DayOfWeek;
import biweekly.util.Frequency;
import biweekly.util.ICalDate;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads the displayed events of calendars (iCalendar, RFC 5545). */
public final class CalendarReader {
  private static final int MAX_CHARS = 256 << 10;
  private static final int MAX_EVENTS = 20;
  private static final int MAX_PEOPLE = 50;
  private static final int MAX_LINE = 500;
  private static final int MAX_TEXT = 8_000;

  /**
   * Maximum number of components. Calendars nest two levels, but the library's reader recurses
   * without bound.
   */
  private static final int MAX_COMPONENTS = 500;

  /** Maximum number of rules of a calendar's time zones. */
  private static final int MAX_ZONE_RULES = 40;

  private final TimezoneInfo zones;
  private final String method;

  private CalendarReader(TimezoneInfo zones, String method) {
    this.zones = zones;
    this.method = method;
  }

  /**
   * Returns the events of a calendar, or none if it cannot be read.
   *
   * @param method the method in the part's content type, or empty
   */
  public static List<Invitation> read(String calendar, String method) {
    String text = TextCleaner.cut(calendar, MAX_CHARS);
    if (components(text) > MAX_COMPONENTS) {
      return List.of();
    }
    List<Invitation> events = new ArrayList<>();
    try (ICalReader reader = new BoundedReader(text)) {
      for (ICalendar one = reader.readNext();
          one != null && events.size() < MAX_EVENTS;
          one = reader.readNext()) {
        String told = one.getMethod() == null ? "" : text(one.getMethod(), MAX_LINE);
        CalendarReader calendars =
            new CalendarReader(one.getTimezoneInfo(), told.isEmpty() ? method : told);
        one.getEvents().stream()
            .limit(MAX_EVENTS - events.size())
            .map(calendars::event)
            .forEach(events::add);
      }
    } catch (IOException | RuntimeException unreadable) {
      // keep the events read so far; the file is offered in any case
    }
    return events;
  }

  private static int components(String text) {
    int found = 0;
    for (int at = text.indexOf("BEGIN:"); at >= 0; at = text.indexOf("BEGIN:", at + 1)) {
      found++;
    }
    return found;
  }

  /**
   * Rejects time zones whose rules have more dates per year than a month has days. The library
   * enumerates each date of a rule from its start until now.
   */
  private static final class BoundedReader extends ICalReader {
    BoundedReader(String calendar) {
      super(calendar);
    }

    @Override
    protected ICalendar _readNext() throws IOException {
      ICalendar calendar = super._readNext();
      if (calendar != null && !areBounded(zoneRules(calendar))) {
        throw new IOException("a time zone with too many dates");
      }
      return calendar;
    }

    private static List<RecurrenceProperty> zoneRules(ICalendar calendar) {
      List<ICalComponent> observances = new ArrayList<>();
      for (VTimezone zone : calendar.getComponents(VTimezone.class)) {
        observances.addAll(zone.getStandardTimes());
        observances.addAll(zone.getDaylightSavingsTime());
      }
      List<RecurrenceProperty> rules = new ArrayList<>();
      for (ICalComponent one : observances) {
        rules.addAll(one.getProperties(RecurrenceRule.class));
        rules.addAll(one.getProperties(ExceptionRule.class));
      }
      return rules;
    }

    private static boolean areBounded(List<RecurrenceProperty> rules) {
      return rules.size() <= MAX_ZONE_RULES
          && rules.stream().allMatch(one -> one.getValue() == null || isBounded(one.getValue()));
    }

    private static boolean isBounded(biweekly.util.Recurrence rule) {
      boolean oneMonth = rule.getByMonth().size() == 1;
      boolean oneDay = rule.getByDay().isEmpty() && rule.getByMonthDay().isEmpty();
      return rule.getFrequency() == Frequency.YEARLY
          && (rule.getInterval() == null || rule.getInterval() > 0)
          && (oneMonth || (oneDay && rule.getByMonth().isEmpty()))
          && rule.getByYearDay().isEmpty()
          && rule.getByWeekNo().isEmpty()
          && rule.getByHour().isEmpty()
          && rule.getByMinute().isEmpty()
          && rule.getBySecond().isEmpty();
    }
  }

  private Invitation event(VEvent event) {
    Optional<When> start = when(event.getDateStart());
    return new Invitation(
        kind(event),
        text(event.getSummary(), MAX_LINE),
        start,
        end(event, start),
        text(event.getLocation(), MAX_LINE),
        organiser(event.getOrganizer()),
        event.getAttendees().stream().limit(MAX_PEOPLE).map(CalendarReader::person).toList(),
        recurrence(event),
        longText(event.getDescription()));
  }

  private Kind kind(VEvent event) {
    boolean cancelled = event.getStatus() != null && event.getStatus().isCancelled();
    boolean again =
        event.getSequence() != null
            && event.getSequence().getValue() != null
            && event.getSequence().getValue() > 0;
    return switch (cancelled ? "CANCEL" : method.toUpperCase(Locale.ROOT)) {
      case "CANCEL" -> Kind.CANCEL;
      case "REPLY" -> Kind.REPLY;
      case "COUNTER" -> Kind.COUNTER;
      case "REQUEST" -> again ? Kind.UPDATE : Kind.REQUEST;
      default -> Kind.PUBLISH;
    };
  }

  private static String text(TextProperty property, int most) {
    String value = property == null ? null : property.getValue();
    return value == null ? "" : TextCleaner.cut(TextCleaner.oneLine(value), most);
  }

  private static String longText(TextProperty property) {
    String value = property == null ? null : property.getValue();
    return value == null ? "" : TextCleaner.cut(TextCleaner.clean(value), MAX_TEXT).strip();
  }

  private Optional<When> when(DateOrDateTimeProperty property) {
    ICalDate date = property == null ? null : property.getValue();
    return date == null ? Optional.empty() : when(date, zones.isFloating(property));
  }

  private static Optional<When> when(ICalDate date, boolean floating) {
    DateTimeComponents raw = date.getRawComponents();
    boolean known = raw != null;
    try {
      if (known && (!date.hasTime() || floating)) {
        LocalDateTime local =
            LocalDateTime.of(
                raw.getYear(),
                raw.getMonth(),
                raw.getDate(),
                date.hasTime() ? raw.getHour() : 0,
                date.hasTime() ? raw.getMinute() : 0);
        return Optional.of(new When(local, date.hasTime() ? When.How.FLOATING : When.How.DAY));
      }
      return Optional.of(When.of(Instant.ofEpochMilli(date.getTime())));
    } catch (DateTimeException absurd) {
      return Optional.empty();
    }
  }

  /**
   * Returns the end, from the event or its duration. A day ends where the next begins (RFC 5545,
   * 3.6.1).
   */
  private Optional<When> end(VEvent event, Optional<When> start) {
    Optional<When> end = when(event.getDateEnd());
    if (end.isEmpty() && event.getDuration() != null && event.getDuration().getValue() != null) {
      Duration lasts = Duration.ofMillis(event.getDuration().getValue().toMillis());
      end = start.map(from -> new When(from.local().plus(lasts), from.how()));
    }
    return end.map(
        till ->
            till.how() == When.How.DAY ? new When(till.local().minusDays(1), till.how()) : till);
  }

  private static Optional<Mailbox> organiser(Organizer one) {
    return one == null
        ? Optional.empty()
        : Optional.of(address(one.getCommonName(), one.getEmail(), one.getUri()));
  }

  private static Invitation.Person person(Attendee one) {
    ParticipationStatus status = one.getParticipationStatus();
    Answer answer = Answer.NONE;
    if (status == ParticipationStatus.ACCEPTED) {
      answer = Answer.ACCEPTED;
    } else if (status == ParticipationStatus.DECLINED) {
      answer = Answer.DECLINED;
    } else if (status == ParticipationStatus.TENTATIVE) {
      answer = Answer.TENTATIVE;
    } else if (status == ParticipationStatus.DELEGATED) {
      answer = Answer.DELEGATED;
    }
    return new Invitation.Person(
        address(one.getCommonName(), one.getEmail(), one.getUri()), answer);
  }

  private static Mailbox address(String name, String email, String uri) {
    String address = email != null ? email : uri != null ? uri : "";
    String bare = address.replaceFirst("(?i)^mailto:", "");
    return new Mailbox(
        name == null ? "" : TextCleaner.cut(TextCleaner.oneLine(name), MAX_LINE),
        TextCleaner.cut(TextCleaner.oneLine(bare), MAX_LINE));
  }

  private Optional<Recurrence> recurrence(VEvent event) {
    if (event.getRecurrenceRule() == null || event.getRecurrenceRule().getValue() == null) {
      return Optional.empty();
    }
    biweekly.util.Recurrence rule = event.getRecurrenceRule().getValue();
    if (rule.getFrequency() == null) {
      return Optional.empty();
    }
    Recurrence.Unit unit =
        switch (rule.getFrequency()) {
          case SECONDLY, MINUTELY, HOURLY -> Recurrence.Unit.HOUR;
          case DAILY -> Recurrence.Unit.DAY;
          case WEEKLY -> Recurrence.Unit.WEEK;
          case MONTHLY -> Recurrence.Unit.MONTH;
          case YEARLY -> Recurrence.Unit.YEAR;
        };
    List<Integer> days =
        rule.getByDay().stream().map(ByDay::getDay).map(CalendarReader::number).distinct().toList();
    Set<Integer> nths = Set.copyOf(rule.getByDay().stream().map(CalendarReader::nth).toList());
    int nth = nths.size() == 1 ? nths.iterator().next() : 0;
    if (nth == 0 && rule.getBySetPos().size() == 1) {
      nth = within(rule.getBySetPos().get(0), -5, 5);
    }
    int monthDay =
        rule.getByMonthDay().size() == 1 ? within(rule.getByMonthDay().get(0), -1, 31) : 0;
    boolean partly =
        unit == Recurrence.Unit.HOUR
            || nths.size() > 1
            || rule.getByMonthDay().size() > 1
            || rule.getBySetPos().size() > 1
            || rule.getByMonth().size() > 1
            || !rule.getByYearDay().isEmpty()
            || !rule.getByWeekNo().isEmpty()
            || !rule.getByHour().isEmpty();
    return Optional.of(
        new Recurrence(
            unit,
            rule.getInterval() == null ? 1 : within(rule.getInterval(), 1, 10_000),
            days,
            nth,
            monthDay,
            rule.getCount() == null ? 0 : within(rule.getCount(), 0, 100_000),
            Optional.ofNullable(rule.getUntil()).flatMap(until -> until(until, event)),
            partly));
  }

  private Optional<When> until(ICalDate until, VEvent event) {
    DateOrDateTimeProperty start = event.getDateStart();
    TimezoneAssignment zone = start == null ? null : zones.getTimezone(start);
    return when(until, zone == null && start != null && zones.isFloating(start));
  }

  private static int nth(ByDay day) {
    return day.getNum() == null ? 0 : within(day.getNum(), -5, 5);
  }

  private static int within(int value, int least, int most) {
    return Math.max(least, Math.min(most, value));
  }

  private static int number(DayOfWeek day) {
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
