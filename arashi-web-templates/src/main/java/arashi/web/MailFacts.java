package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * Properties of a message besides its text, shown as sentences or cards.
 *
 * @param told sentences
 * @param events events in the mail
 */
public record MailFacts(List<Fact> told, List<Event> events) {
  /** No facts. */
  public static final MailFacts NONE = new MailFacts(List.of(), List.of());

  public MailFacts {
    told = List.copyOf(told);
    events = List.copyOf(events);
  }

  /** Kinds of sentences. Their words never claim a verification. */
  public enum Kind {
    /** Encrypted with OpenPGP. */
    PGP_ENCRYPTED,
    /** Encrypted with S/MIME. */
    SMIME_ENCRYPTED,
    /** Signed with OpenPGP. */
    PGP_SIGNED,
    /** Signed with S/MIME. */
    SMIME_SIGNED,
    /** Report: delivery failed. */
    FAILED,
    /** Report: delivery is delayed. */
    DELAYED,
    /** Report: delivered. */
    DELIVERED,
    /** Report: relayed to a server that sends no reports. */
    RELAYED,
    /** Report: expanded to several recipients. */
    EXPANDED,
    /** Receipt: opened. */
    READ,
    /** Receipt: deleted unread. */
    DELETED,
    /** An address resembles another one. */
    MIXED
  }

  /**
   * A sentence.
   *
   * @param kind its meaning
   * @param who address concerned, or empty
   * @param detail a server's reply, or empty
   */
  public record Fact(Kind kind, String who, String detail) {
    public Fact {
      Objects.requireNonNull(kind);
      Objects.requireNonNull(who);
      Objects.requireNonNull(detail);
    }
  }

  /** The purpose of a mail with an event. */
  public enum EventKind {
    /** Invitation. */
    REQUEST,
    /** Changed invitation. */
    UPDATE,
    /** Cancellation. */
    CANCEL,
    /** Reply to an invitation. */
    REPLY,
    /** Proposal of another time. */
    COUNTER,
    /** Refusal of such a proposal. */
    DECLINE_COUNTER,
    /** Request for the latest version. */
    REFRESH,
    /** Further dates. */
    ADD,
    /** Announcement. */
    PUBLISH
  }

  /**
   * An event.
   *
   * @param kind purpose of the mail
   * @param title title, or empty
   * @param start start, without an ISO form if it is the same local time in every zone; or null
   * @param end end, or null
   * @param place place, or empty
   * @param organiser organiser, or null
   * @param guests invited persons
   * @param series recurrence
   * @param description text, or empty
   * @param doubts what was not understood
   */
  public record Event(
      EventKind kind,
      String title,
      DisplayDate start,
      DisplayDate end,
      String place,
      MessageView.Person organiser,
      List<Guest> guests,
      Series series,
      String description,
      List<Doubt> doubts) {
    public Event {
      Objects.requireNonNull(kind);
      Objects.requireNonNull(title);
      Objects.requireNonNull(place);
      Objects.requireNonNull(series);
      Objects.requireNonNull(description);
      guests = List.copyOf(guests);
      doubts = List.copyOf(doubts);
    }
  }

  /** A subject of doubt. */
  public enum DoubtKind {
    /** Unknown time zone. */
    ZONE,
    /** Unreadable start. */
    START,
    /** Unreadable end. */
    END,
    /** The end is before the start. */
    ORDER,
    /** Unreadable recurrence. */
    RULE,
    /** Unclear which occurrence of a series. */
    OCCURRENCE,
    /** Further dates that are not shown. */
    DATES
  }

  /**
   * Something that was not understood.
   *
   * @param kind its subject
   * @param detail its text in the calendar, or empty
   */
  public record Doubt(DoubtKind kind, String detail) {
    public Doubt {
      Objects.requireNonNull(kind);
      Objects.requireNonNull(detail);
    }
  }

  /**
   * The relation of an event to a series.
   *
   * @param rule recurrence, or null
   * @param occurrence original start of the occurrence that the event replaces, or null
   * @param andLater whether the event replaces all later occurrences too
   * @param added further dates
   * @param excluded dates that are left out
   */
  public record Series(
      Recurrence rule,
      DisplayDate occurrence,
      boolean andLater,
      List<DisplayDate> added,
      List<DisplayDate> excluded) {
    public Series {
      added = List.copyOf(added);
      excluded = List.copyOf(excluded);
    }
  }

  /** A guest's reply to an invitation. */
  public enum Answer {
    /** None yet. */
    NONE,
    /** Participates. */
    ACCEPTED,
    /** Does not participate. */
    DECLINED,
    /** May participate. */
    TENTATIVE,
    /** Delegates to another person. */
    DELEGATED
  }

  /**
   * An invited person.
   *
   * @param person name and address
   * @param answer latest reply
   */
  public record Guest(MessageView.Person person, Answer answer) {
    public Guest {
      Objects.requireNonNull(person);
      Objects.requireNonNull(answer);
    }
  }

  /** A unit of time. */
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

  /**
   * The recurrence of an event.
   *
   * @param unit the unit
   * @param interval in units
   * @param days names of days of the week, or empty
   * @param nth which of these days of the month, 1 to 5, -1 for the last; 0 for each
   * @param monthDay day of the month, -1 for the last; 0 if unspecified
   * @param count number of occurrences; 0 if unspecified
   * @param until the last day, or empty
   * @param partly whether the actual rule is more complex
   */
  public record Recurrence(
      Unit unit,
      int interval,
      String days,
      int nth,
      int monthDay,
      int count,
      String until,
      boolean partly) {
    public Recurrence {
      Objects.requireNonNull(unit);
      Objects.requireNonNull(days);
      Objects.requireNonNull(until);
    }
  }
}
