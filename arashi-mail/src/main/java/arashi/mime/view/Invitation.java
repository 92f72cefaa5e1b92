package arashi.mime.view;

import arashi.mime.address.Mailbox;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * The displayed data of a calendar event in a mail (iCalendar, RFC 5545; iTIP, RFC 5546).
 *
 * @param kind purpose of the mail
 * @param title title on one line, or empty
 * @param start start of the event
 * @param end end of the event, if given
 * @param place place on one line, or empty
 * @param organiser organiser, if given
 * @param people invited people
 * @param series recurrence, if any
 * @param description text, perhaps of several lines, or empty
 * @param doubts what was not understood
 */
public record Invitation(
    Kind kind,
    String title,
    Optional<When> start,
    Optional<When> end,
    String place,
    Optional<Mailbox> organiser,
    List<Person> people,
    Series series,
    String description,
    List<Doubt> doubts) {

  /** Copies the lists. */
  public Invitation {
    people = List.copyOf(people);
    doubts = List.copyOf(doubts);
  }

  /** Purpose of the mail. The names are part of the encoded view: add, never rename. */
  public enum Kind {
    /** An invitation. */
    REQUEST,
    /** A change of an earlier invitation. */
    UPDATE,
    /** A cancellation. */
    CANCEL,
    /** An answer to an invitation. */
    REPLY,
    /** A proposal of another time. */
    COUNTER,
    /** A refusal of such a proposal. */
    DECLINE_COUNTER,
    /** A request for the latest version. */
    REFRESH,
    /** Further occurrences of an earlier invitation. */
    ADD,
    /** An event for information only. */
    PUBLISH
  }

  /**
   * A point in time.
   *
   * @param local time as written; UTC for an instant
   * @param how interpretation of the time
   */
  public record When(LocalDateTime local, How how) {
    /** Interpretation of a time. The names are part of the encoded view. */
    public enum How {
      /** The same instant everywhere, in UTC. */
      INSTANT,
      /** The local time of day in any zone. */
      FLOATING,
      /** A whole day. */
      DAY
    }

    /** Creates an instant. */
    public static When of(Instant moment) {
      return new When(LocalDateTime.ofInstant(moment, ZoneOffset.UTC), How.INSTANT);
    }

    /** Creates a whole day. */
    public static When of(LocalDate day) {
      return new When(day.atStartOfDay(), How.DAY);
    }

    /** Returns the local time in a zone. */
    public LocalDateTime in(ZoneId zone) {
      return how == How.INSTANT
          ? LocalDateTime.ofInstant(local.toInstant(ZoneOffset.UTC), zone)
          : local;
    }
  }

  /**
   * An invited person.
   *
   * @param address name and address
   * @param answer answer so far
   */
  public record Person(Mailbox address, Answer answer) {}

  /** An answer. The names are part of the encoded view. */
  public enum Answer {
    /** No answer yet. */
    NONE,
    /** Accepted. */
    ACCEPTED,
    /** Declined. */
    DECLINED,
    /** Tentatively accepted. */
    TENTATIVE,
    /** Delegated to somebody else. */
    DELEGATED
  }

  /**
   * Something in an event that was not understood. The rest is displayed.
   *
   * @param subject what it concerns
   * @param detail its text in the calendar, or empty
   */
  public record Doubt(Subject subject, String detail) {
    /** Subjects. The names are part of the encoded view. */
    public enum Subject {
      /** Unknown time zone: times are shown as written. */
      ZONE,
      /** Unreadable start. */
      START,
      /** Unreadable end. */
      END,
      /** The end is before the start. */
      ORDER,
      /** Unreadable recurrence. */
      RULE,
      /** The event is one of a series, but unclear which. */
      OCCURRENCE,
      /** More added or excluded dates than are read. */
      DATES
    }
  }

  /**
   * The relation of an event to a series.
   *
   * @param rule rule by which the event recurs, if any
   * @param occurrence the occurrence that the event replaces, if it is not the series itself
   * @param added further dates
   * @param excluded dates that the rule has but the series has not
   */
  public record Series(
      Optional<Recurrence> rule,
      Optional<Occurrence> occurrence,
      List<When> added,
      List<When> excluded) {
    /** A single event. */
    public static final Series NONE =
        new Series(Optional.empty(), Optional.empty(), List.of(), List.of());

    /** Copies the lists. */
    public Series {
      added = List.copyOf(added);
      excluded = List.copyOf(excluded);
    }
  }

  /**
   * An occurrence of a series (RFC 5545, 3.8.4.4).
   *
   * @param original its start by the series' rule
   * @param andLater whether the event replaces all later occurrences too
   */
  public record Occurrence(When original, boolean andLater) {}

  /**
   * The recurrence of an event.
   *
   * @param unit unit of the interval
   * @param interval number of units, at least 1
   * @param days days of the week (1 for Monday to 7), or empty
   * @param nth which of these days in a month, from -5 (fifth from the end) to 5; 0 for each
   * @param monthDay day of the month; 0 if not given
   * @param count number of occurrences; 0 if not given
   * @param until last occurrence, if given
   * @param partly whether the full rule is more complex than these values
   */
  public record Recurrence(
      Unit unit,
      int interval,
      List<Integer> days,
      int nth,
      int monthDay,
      int count,
      Optional<When> until,
      boolean partly) {
    /** Units. The names are part of the encoded view. */
    public enum Unit {
      /** An hour, or another unit shorter than a day. */
      HOUR,
      /** Day. */
      DAY,
      /** Week. */
      WEEK,
      /** Month. */
      MONTH,
      /** Year. */
      YEAR
    }

    /** Copies the list. */
    public Recurrence {
      days = List.copyOf(days);
    }
  }
}
