package arashi.mime.unpack;

import arashi.mime.address.Mailbox;
import arashi.mime.text.TextCleaner;
import arashi.mime.unpack.CalendarZones.Zone;
import arashi.mime.view.Invitation;
import arashi.mime.view.Invitation.Answer;
import arashi.mime.view.Invitation.Doubt;
import arashi.mime.view.Invitation.Kind;
import arashi.mime.view.Invitation.Occurrence;
import arashi.mime.view.Invitation.Recurrence;
import arashi.mime.view.Invitation.Series;
import arashi.mime.view.Invitation.When;
import biweekly.component.VEvent;
import biweekly.parameter.ParticipationStatus;
import biweekly.parameter.Range;
import biweekly.property.Attendee;
import biweekly.property.DateOrDateTimeProperty;
import biweekly.property.ICalProperty;
import biweekly.property.Organizer;
import biweekly.property.RawProperty;
import biweekly.property.RecurrenceRule;
import biweekly.property.TextProperty;
import biweekly.util.Duration;
import biweekly.util.ICalDate;
import biweekly.util.Period;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads one event. What it does not understand becomes a {@link Doubt}. */
final class EventReader {
  private static final int MAX_PEOPLE = 50;
  private static final int MAX_DATES = 50;
  private static final int MAX_LINE = 500;
  private static final int MAX_TEXT = 8_000;

  private final VEvent event;
  private final CalendarZones zones;
  private final String method;
  private final Set<Doubt> doubts = new LinkedHashSet<>();

  private EventReader(VEvent event, CalendarZones zones, String method) {
    this.event = event;
    this.zones = zones;
    this.method = method;
  }

  static Invitation read(VEvent event, CalendarZones zones, String method) {
    return new EventReader(event, zones, method).read();
  }

  private Invitation read() {
    Optional<When> start = when(event.getDateStart());
    doubtLost("DTSTART", Doubt.Subject.START, event.getDateStart(), start);
    Optional<When> end = end(start);
    boolean isDay = isMarkedAsDay(start, end);
    Optional<When> from = isDay ? day(event.getDateStart(), 0) : start;
    Optional<When> till = isDay ? day(event.getDateEnd(), 1) : end;
    if (from.isPresent() && till.isPresent() && isBefore(till.get(), from.get())) {
      doubts.add(new Doubt(Doubt.Subject.ORDER, ""));
    }
    return new Invitation(
        kind(),
        text(event.getSummary(), MAX_LINE),
        from,
        till,
        text(event.getLocation(), MAX_LINE),
        organiser(event.getOrganizer()),
        event.getAttendees().stream().limit(MAX_PEOPLE).map(EventReader::person).toList(),
        series(),
        longText(event.getDescription()),
        List.copyOf(doubts));
  }

  private static boolean isBefore(When end, When start) {
    boolean comparable = end.how() == start.how();
    return comparable
        ? end.local().isBefore(start.local())
        : end.local().toLocalDate().plusDays(1).isBefore(start.local().toLocalDate());
  }

  private Kind kind() {
    boolean cancelled = event.getStatus() != null && event.getStatus().isCancelled();
    boolean again =
        event.getSequence() != null
            && event.getSequence().getValue() != null
            && event.getSequence().getValue() > 0;
    return switch (cancelled ? "CANCEL" : method.strip().toUpperCase(Locale.ROOT)) {
      case "CANCEL" -> Kind.CANCEL;
      case "REPLY" -> Kind.REPLY;
      case "COUNTER" -> Kind.COUNTER;
      case "DECLINECOUNTER" -> Kind.DECLINE_COUNTER;
      case "REFRESH" -> Kind.REFRESH;
      case "ADD" -> Kind.ADD;
      case "REQUEST" -> again ? Kind.UPDATE : Kind.REQUEST;
      default -> Kind.PUBLISH;
    };
  }

  // ---- times

  private Optional<When> when(DateOrDateTimeProperty property) {
    return property == null ? Optional.empty() : when(property.getValue(), zoneOf(property));
  }

  private static String zoneOf(ICalProperty property) {
    return Objects.requireNonNullElse(property.getParameters().getTimezoneId(), "").strip();
  }

  private Optional<When> when(ICalDate date, String zone) {
    return CalendarTime.local(date).map(local -> when(date, local, zone));
  }

  private When when(ICalDate date, LocalDateTime local, String zone) {
    if (!date.hasTime()) {
      return When.of(local.toLocalDate());
    }
    if (CalendarTime.isUtc(date)) {
      return When.of(local.toInstant(ZoneOffset.UTC));
    }
    return zone(zone)
        .map(known -> When.of(known.instant(local)))
        .orElse(new When(local, When.How.FLOATING));
  }

  /** Returns the zone of times with this zone's name, or without one. */
  private Optional<Zone> zone(String name) {
    if (name.isEmpty()) {
      return zones.usual();
    }
    Optional<Zone> zone = zones.find(name);
    if (zone.isEmpty()) {
      doubt(Doubt.Subject.ZONE, name);
    }
    return zone;
  }

  /**
   * Returns the end, from the event or its duration. A day ends where the next begins (RFC 5545,
   * 3.6.1); an end on the day of the start means the same day.
   */
  private Optional<When> end(Optional<When> start) {
    Optional<When> end = when(event.getDateEnd());
    doubtLost("DTEND", Doubt.Subject.END, event.getDateEnd(), end);
    if (end.isEmpty()) {
      Duration lasts = event.getDuration() == null ? null : event.getDuration().getValue();
      doubtLost("DURATION", Doubt.Subject.END, event.getDuration(), Optional.ofNullable(lasts));
      end = lasts == null ? end : start.map(from -> after(from, lasts));
    }
    return end.map(
        till ->
            till.how() == When.How.DAY && !start.equals(Optional.of(till))
                ? new When(till.local().minusDays(1), till.how())
                : till);
  }

  /** Adds a duration: weeks and days by the calendar, hours exactly (RFC 5545, 3.3.6). */
  private When after(When start, Duration lasts) {
    int sign = lasts.isPrior() ? -1 : 1;
    long days = sign * (7L * number(lasts.getWeeks()) + number(lasts.getDays()));
    java.time.Duration rest =
        java.time.Duration.ofHours(number(lasts.getHours()))
            .plusMinutes(number(lasts.getMinutes()))
            .plusSeconds(number(lasts.getSeconds()))
            .multipliedBy(sign);
    ICalDate date = event.getDateStart().getValue();
    Optional<LocalDateTime> local = CalendarTime.local(date);
    boolean zoned = start.how() == When.How.INSTANT && !CalendarTime.isUtc(date);
    LocalDateTime day =
        zoned
            ? when(date, local.orElseThrow().plusDays(days), zoneOf(event.getDateStart())).local()
            : start.local().plusDays(days);
    return new When(day.plus(rest), start.how());
  }

  private static int number(Integer value) {
    return value == null ? 0 : value;
  }

  /** True if a mark of Outlook says that the event lasts whole days, and its times agree. */
  private boolean isMarkedAsDay(Optional<When> start, Optional<When> end) {
    return Stream.of("X-MICROSOFT-CDO-ALLDAYEVENT", "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT")
            .map(event::getExperimentalProperty)
            .anyMatch(mark -> mark != null && "TRUE".equalsIgnoreCase(mark.getValue()))
        && start.isPresent()
        && end.isPresent()
        && Stream.of(event.getDateStart(), event.getDateEnd()).allMatch(EventReader::isMidnight);
  }

  private static boolean isMidnight(DateOrDateTimeProperty one) {
    return one != null
        && one.getValue().hasTime()
        && CalendarTime.local(one.getValue())
            .filter(local -> local.toLocalTime().equals(LocalTime.MIDNIGHT))
            .isPresent();
  }

  private static Optional<When> day(DateOrDateTimeProperty one, int before) {
    return CalendarTime.local(one.getValue())
        .map(local -> When.of(local.toLocalDate().minusDays(before)));
  }

  // ---- recurrence

  private Series series() {
    List<RecurrenceRule> rules = event.getProperties(RecurrenceRule.class);
    biweekly.util.Recurrence rule = rules.isEmpty() ? null : rules.get(0).getValue();
    Optional<Recurrence> read =
        RecurrenceReader.read(
            rule,
            rule == null ? Optional.empty() : until(rule.getUntil()),
            rules.size() > 1
                || !event.getProperties(biweekly.property.ExceptionRule.class).isEmpty());
    doubtLost("RRULE", Doubt.Subject.RULE, rules.isEmpty() ? null : rules.get(0), read);
    List<When> added = new ArrayList<>();
    event
        .getRecurrenceDates()
        .forEach(
            some -> {
              dates(added, some.getDates(), some);
              dates(added, some.getPeriods().stream().map(Period::getStartDate).toList(), some);
            });
    List<When> excluded = new ArrayList<>();
    event.getExceptionDates().forEach(some -> dates(excluded, some.getValues(), some));
    return new Series(read, occurrence(), added, excluded);
  }

  private Optional<When> until(ICalDate until) {
    return event.getDateStart() == null || until == null
        ? Optional.empty()
        : when(until, zoneOf(event.getDateStart()));
  }

  private Optional<Occurrence> occurrence() {
    Optional<When> original = when(event.getRecurrenceId());
    doubtLost("RECURRENCE-ID", Doubt.Subject.OCCURRENCE, event.getRecurrenceId(), original);
    return original.map(
        when -> new Occurrence(when, event.getRecurrenceId().getRange() == Range.THIS_AND_FUTURE));
  }

  private void dates(List<When> found, List<ICalDate> dates, ICalProperty property) {
    for (ICalDate one : dates) {
      if (found.size() == MAX_DATES) {
        doubt(Doubt.Subject.DATES, "");
        return;
      }
      when(one, zoneOf(property)).ifPresent(found::add);
    }
  }

  // ---- doubts

  private void doubt(Doubt.Subject subject, String detail) {
    doubts.add(new Doubt(subject, TextCleaner.cut(TextCleaner.oneLine(detail), MAX_LINE)));
  }

  /** Says that a property is there, but cannot be read. */
  private void doubtLost(
      String name, Doubt.Subject subject, ICalProperty property, Optional<?> value) {
    if (value.isPresent()) {
      return;
    }
    RawProperty raw = event.getExperimentalProperty(name);
    if (raw != null) {
      doubt(subject, Objects.requireNonNullElse(raw.getValue(), ""));
    } else if (property != null) {
      doubt(subject, property instanceof DateOrDateTimeProperty date ? written(date) : "");
    }
  }

  private static String written(DateOrDateTimeProperty property) {
    ICalDate date = property.getValue();
    return date == null || date.getRawComponents() == null
        ? ""
        : date.getRawComponents().toString(date.hasTime(), false);
  }

  // ---- texts and people

  static String text(TextProperty property, int most) {
    String value = property == null ? null : property.getValue();
    return value == null ? "" : TextCleaner.cut(TextCleaner.oneLine(value), most);
  }

  private static String longText(TextProperty property) {
    String value = property == null ? null : property.getValue();
    return value == null ? "" : TextCleaner.cut(TextCleaner.clean(value), MAX_TEXT).strip();
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
}
