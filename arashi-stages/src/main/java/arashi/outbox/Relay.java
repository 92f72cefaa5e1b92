package arashi.outbox;

import java.io.IOException;
import java.util.List;

/** Sends mail to other sites. Blocks on the network; any thread. */
interface Relay {

  /**
   * Sends a mail to the relay, once.
   *
   * @param envelopeId id of the mail in reports; letters, digits and dots
   * @param sender envelope sender
   * @param recipients envelope recipients
   * @param raw the mail, with CRLF line ends
   * @param gate consulted while the mail is sent
   * @return outcome per recipient, in order
   */
  List<Answer> send(
      String envelopeId, String sender, List<String> recipients, byte[] raw, Gate gate);

  /** Closes connections that have been idle for too long. */
  default void closeIdle() {}

  /** Hook between the steps of an SMTP dialogue. */
  interface Gate {
    /**
     * Called before a command or a piece of the content, to renew the lease if necessary.
     *
     * @throws IOException if the mail must not be sent any more
     */
    void progress() throws IOException;

    /**
     * Called after the content; the final dot follows on return.
     *
     * @param accepted indices of the recipients that the relay accepted
     * @throws IOException if the mail must not be sent any more; the connection is then closed
     */
    void beforeDot(List<Integer> accepted) throws IOException;
  }

  /**
   * Outcome for a recipient.
   *
   * @param text the relay's reply in one line, or the connection's error
   */
  record Answer(Kind kind, String text) {}

  /** Meaning of an outcome. */
  enum Kind {
    /** The relay has the mail. */
    ACCEPTED,
    /** Permanent refusal. */
    REFUSED,
    /** Not delivered yet; a retry may succeed. */
    LATER,
    /** The connection broke after the final dot, so the outcome is unknown. */
    UNKNOWN
  }
}
