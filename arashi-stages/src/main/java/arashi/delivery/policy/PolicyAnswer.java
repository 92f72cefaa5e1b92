package arashi.delivery.policy;

import static java.nio.charset.StandardCharsets.US_ASCII;

import arashi.delivery.Reply;
import arashi.delivery.Verdict;
import java.nio.ByteBuffer;

/**
 * Answers. Only what concerns a mailbox of this service refuses; in all other cases the MTA decides
 * itself. In particular it takes mail while this service is busy, and keeps it.
 */
public final class PolicyAnswer {
  /** The MTA decides itself. */
  public static final String DUNNO = "DUNNO";

  private static final String FULL = ".2.2";
  private static final String UNKNOWN = "5.1.1";

  private PolicyAnswer() {}

  /** Returns the action for a verdict on the recipient. */
  public static String action(Verdict verdict) {
    if (verdict instanceof Verdict.Refused refused && isOfMailbox(refused.reply())) {
      Reply reply = refused.reply();
      return reply.code() + " " + reply.status() + " " + reply.text();
    }
    return DUNNO;
  }

  private static boolean isOfMailbox(Reply reply) {
    return reply.status().endsWith(FULL) || reply.status().equals(UNKNOWN);
  }

  /** Returns the octets of an answer. */
  public static ByteBuffer octets(String action) {
    return ByteBuffer.wrap(("action=" + action + "\n\n").getBytes(US_ASCII));
  }
}
