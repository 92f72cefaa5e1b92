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
   * @param recurrence recurrence, or null
   * @param description text, or empty
   */
  public record Event(
      EventKind kind,
      String title,
      DisplayDate start,
      DisplayDate end,
      String place,
      MessageView.Person organiser,
      List<Guest> guests,
      Recurrence recurrence,
      String description) {
    public Event {
      Objects.requireNonNull(kind);
      Objects.requireNonNull(title);
      Objects.requireNonNull(place);
      Objects.requireNonNull(description);
      guests = List.copyOf(guests);
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
