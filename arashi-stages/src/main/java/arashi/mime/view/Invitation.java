package arashi.mime.view;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * An event in a mail (iCalendar, RFC 5545; iTIP, RFC 5546), as far as a reader is shown of it.
 *
 * @param kind what the mail wants
 * @param title one line, or empty
 * @param start when it starts
 * @param end when it ends, if that is told
 * @param place one line, or empty
 * @param organiser who invites, if that is told
 * @param people who are invited
 * @param recurrence how it recurs, if it does
 * @param description text, perhaps of several lines, or empty
 */
public record Invitation(
    Kind kind,
    String title,
    Optional<When> start,
    Optional<When> end,
    String place,
    Optional<MailAddress> organiser,
    List<Person> people,
    Optional<Recurrence> recurrence,
    String description) {

  /** Copies the list. */
  public Invitation {
    people = List.copyOf(people);
  }

  /** What the mail wants. The names are part of the encoded view: add, never rename. */
  public enum Kind {
    /** It invites. */
    REQUEST,
    /** It changes an earlier invitation. */
    UPDATE,
    /** The event is cancelled. */
    CANCEL,
    /** Somebody answers. */
    REPLY,
    /** Somebody proposes another time. */
    COUNTER,
    /** It only tells. */
    PUBLISH
  }

  /**
   * A moment.
   *
   * @param local as it is written, or in UTC for a moment of the world
   * @param how what that means
   */
  public record When(LocalDateTime local, How how) {
    /** What a time means. The names are part of the encoded view. */
    public enum How {
      /** The same moment for all; in UTC. */
      INSTANT,
      /** That time of day, wherever one is. */
      FLOATING,
      /** The whole day. */
      DAY
    }

    /** A moment of the world. */
    public static When of(Instant moment) {
      return new When(LocalDateTime.ofInstant(moment, ZoneOffset.UTC), How.INSTANT);
    }

    /** A day. */
    public static When of(LocalDate day) {
      return new When(day.atStartOfDay(), How.DAY);
    }

    /** What clocks show then in a zone. */
    public LocalDateTime in(ZoneId zone) {
      return how == How.INSTANT
          ? LocalDateTime.ofInstant(local.toInstant(ZoneOffset.UTC), zone)
          : local;
    }
  }

  /**
   * Somebody who is invited.
   *
   * @param address name and address
   * @param answer the answer so far
   */
  public record Person(MailAddress address, Answer answer) {}

  /** An answer. The names are part of the encoded view. */
  public enum Answer {
    /** None yet. */
    NONE,
    /** Takes part. */
    ACCEPTED,
    /** Does not. */
    DECLINED,
    /** Perhaps. */
    TENTATIVE,
    /** Sends somebody else. */
    DELEGATED
  }

  /**
   * How an event recurs.
   *
   * @param unit the unit
   * @param interval in units, at least 1
   * @param days days of the week (1 for Monday to 7), or empty
   * @param nth of a month: which of these days, from -5 (the last but four) to 5; 0 for each
   * @param monthDay of a month: which day; 0 if that is not told
   * @param count how often; 0 if that is not told
   * @param until the last time, if that is told
   * @param partly it recurs in a way that is not told here in full
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
      /** Less than a day. */
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
