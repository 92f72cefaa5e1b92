package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * What a message is beside its text, each told in a sentence or a card.
 *
 * @param told sentences
 * @param events events that it invites to
 */
public record MailFacts(List<Fact> told, List<Event> events) {
  /** Nothing. */
  public static final MailFacts NONE = new MailFacts(List.of(), List.of());

  /** Copies the lists. */
  public MailFacts {
    told = List.copyOf(told);
    events = List.copyOf(events);
  }

  /** Kinds of sentences; none of them says what was not checked. */
  public enum Kind {
    /** Encrypted with OpenPGP. */
    PGP_ENCRYPTED,
    /** Encrypted with S/MIME. */
    SMIME_ENCRYPTED,
    /** Signed with OpenPGP. */
    PGP_SIGNED,
    /** Signed with S/MIME. */
    SMIME_SIGNED,
    /** An earlier mail could not be delivered. */
    FAILED,
    /** It has not been delivered yet. */
    DELAYED,
    /** It was delivered. */
    DELIVERED,
    /** It was passed on to a server that sends no reports. */
    RELAYED,
    /** It was sent on to several recipients. */
    EXPANDED,
    /** It was opened. */
    READ,
    /** It was deleted without being read. */
    DELETED,
    /** An address could be taken for another. */
    MIXED
  }

  /**
   * A sentence.
   *
   * @param kind what it says
   * @param who the address that it is about, or empty
   * @param detail what a server said, or empty
   */
  public record Fact(Kind kind, String who, String detail) {
    /** Checks that all are there. */
    public Fact {
      Objects.requireNonNull(kind);
      Objects.requireNonNull(who);
      Objects.requireNonNull(detail);
    }
  }

  /** What a mail wants with an event. */
  public enum EventKind {
    /** It invites. */
    REQUEST,
    /** It changes an invitation. */
    UPDATE,
    /** It cancels. */
    CANCEL,
    /** It answers. */
    REPLY,
    /** It proposes another time. */
    COUNTER,
    /** It tells. */
    PUBLISH
  }

  /**
   * An event.
   *
   * @param kind what the mail wants
   * @param title title, or empty
   * @param start when it starts, without an ISO form if that is the same hour in each zone; or null
   * @param end when it ends, or null
   * @param place place, or empty
   * @param organiser who invites, or null
   * @param guests who are invited
   * @param recurrence how it recurs, or null
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
    /** Checks that the required parts are there, and copies the list. */
    public Event {
      Objects.requireNonNull(kind);
      Objects.requireNonNull(title);
      Objects.requireNonNull(place);
      Objects.requireNonNull(description);
      guests = List.copyOf(guests);
    }
  }

  /** An answer to an invitation. */
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
   * Somebody who is invited.
   *
   * @param person name and address
   * @param answer the answer so far
   */
  public record Guest(MessageView.Person person, Answer answer) {
    /** Checks that both are there. */
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
   * How an event recurs.
   *
   * @param unit the unit
   * @param interval in units
   * @param days names of days of the week, or empty
   * @param nth which of these days of the month, 1 to 5, -1 for the last; 0 for each
   * @param monthDay which day of the month, -1 for the last; 0 if that is not told
   * @param count how often; 0 if that is not told
   * @param until the last day, or empty
   * @param partly it is more than this
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
    /** Checks that all are there. */
    public Recurrence {
      Objects.requireNonNull(unit);
      Objects.requireNonNull(days);
      Objects.requireNonNull(until);
    }
  }
}
