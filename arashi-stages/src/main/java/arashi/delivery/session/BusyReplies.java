package arashi.delivery.session;

import arashi.delivery.Reply;
import seda.kernel.EnqueueResult;

/** What a client is told that has to come again. */
final class BusyReplies {
  static final Reply NO_MEMORY =
      new Reply(452, "4.3.1", "No memory for the mail just now; try again later");
  static final Reply TOO_MANY_MAILS =
      new Reply(450, "4.7.1", "Too many mails from your address; try again later");
  static final Reply TOO_MANY_RECIPIENTS =
      new Reply(450, "4.7.1", "Too many recipients from your address; try again later");
  static final Reply FAILED = new Reply(451, "4.3.0", "Failed; try again later");
  static final Reply OUTAGE = new Reply(451, "4.3.0", "The database is out; try again later");
  static final Reply GIVEN_UP = busy("the mail could not be stored in time");
  static final Reply GONE = busy("the client has gone");
  static final Reply SLOW = new Reply(421, "4.4.2", "You took too long");
  static final Reply STOPPING = new Reply(421, "4.3.2", "The service stops; try again later");

  private BusyReplies() {}

  private static Reply busy(String why) {
    return new Reply(451, "4.3.2", "Busy, try again later: " + why);
  }

  /** What a stage's refusal means. */
  static Reply of(EnqueueResult refusal) {
    return switch (refusal.outcome()) {
      case FULL, OVER_THRESHOLD, EARLY -> busy("too many mails wait to be stored");
      case OVER_RATE, NOT_ADMITTED -> busy("mails come faster than they are let in");
      case TOO_LATE, EXPIRED -> busy("the mail would be stored later than its target says");
      case CLOSED -> STOPPED_HERE;
      case ACCEPTED -> throw new IllegalArgumentException("nothing was refused");
    };
  }

  /** The session goes on to its end, so that this is no 421. */
  private static final Reply STOPPED_HERE =
      new Reply(451, "4.3.2", "The service stops; try again later");
}
