package arashi.delivery.session;

import arashi.delivery.Reply;
import java.nio.charset.StandardCharsets;
import seda.kernel.EnqueueResult;

/** Temporary refusals. */
final class BusyReplies {
  static final Reply NO_MEMORY = new Reply(452, "4.3.1", "No memory for the mail; try again later");
  static final Reply TOO_MANY_MAILS =
      new Reply(450, "4.7.1", "Too many mails from your address; try again later");
  static final Reply TOO_MANY_RECIPIENTS =
      new Reply(450, "4.7.1", "Too many recipients from your address; try again later");
  static final Reply FAILED = new Reply(451, "4.3.0", "Temporary failure; try again later");
  static final Reply OUTAGE = new Reply(451, "4.3.0", "Database outage; try again later");
  static final Reply NO_MEMORY_YET = busy("no memory for a mail of this size");
  static final Reply NO_TURN = busy("too many large mails");
  static final Reply TOO_SLOW =
      new Reply(421, "4.4.2", "The mail arrives too slowly while others wait; try again later");
  static final Reply GIVEN_UP = busy("not processed in time");
  static final Reply GONE = busy("the client disconnected");
  static final Reply SLOW = new Reply(421, "4.4.2", "Timeout; no progress from the client");
  static final Reply STOPPING = new Reply(421, "4.3.2", "Shutting down; try again later");

  private BusyReplies() {}

  /** Returns the words instead of a greeting (RFC 5321, 3.8: 421). */
  static byte[] tooManyConnections(String host) {
    return ("421 4.7.0 " + host + " Too many connections from your address; try again later\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static Reply busy(String why) {
    return new Reply(451, "4.3.2", "Busy, try again later: " + why);
  }

  /** Returns the reply to a stage's refusal. */
  static Reply of(EnqueueResult refusal) {
    return switch (refusal.outcome()) {
      case FULL, OVER_THRESHOLD, EARLY -> busy("the delivery queue is full");
      case OVER_RATE, NOT_ADMITTED -> busy("the admission rate is exceeded");
      case TOO_LATE, OUT_OF_TURN, EXPIRED -> busy("the mail would miss its delivery target");
      case CLOSED -> STOPPED_HERE;
      case ACCEPTED -> throw new IllegalArgumentException("not a refusal: " + refusal.outcome());
    };
  }

  /** Not 421, because the session continues. */
  private static final Reply STOPPED_HERE =
      new Reply(451, "4.3.2", "Shutting down; try again later");
}
