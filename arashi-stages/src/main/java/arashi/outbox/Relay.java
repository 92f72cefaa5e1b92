package arashi.outbox;

import arashi.store.outbox.OutgoingRow.RecipientRow;
import java.io.IOException;
import java.util.List;

/** Sends mail to other sites. Blocks on the network; any thread. */
interface Relay {

  /** Sends a mail to the relay, once. Returns the answer for each recipient, in order. */
  List<Answered> send(Mail mail);

  /** Closes connections that have been idle for too long. */
  default void closeIdle() {}

  /**
   * A mail for the relay.
   *
   * @param envelopeId id of the mail in reports; letters, digits and dots
   * @param sender envelope sender
   * @param recipients envelope recipients
   * @param raw the mail, with CRLF line ends
   * @param gate consulted while the mail is sent
   */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  record Mail(
      String envelopeId, String sender, List<RecipientRow> recipients, byte[] raw, Gate gate) {}

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
     * @param accepted recipients that the relay accepted
     * @throws IOException if the mail must not be sent any more; the connection is then closed
     */
    void beforeDot(List<RecipientRow> accepted) throws IOException;
  }

  /**
   * An answer.
   *
   * @param text the relay's reply in one line, or the connection's error
   */
  record Answer(Kind kind, String text) {
    /** Returns this answer for each of these recipients. */
    List<Answered> to(List<RecipientRow> recipients) {
      return recipients.stream().map(one -> new Answered(one, this)).toList();
    }
  }

  /** The answer for a recipient. */
  record Answered(RecipientRow recipient, Answer answer) {}

  /** Meaning of an answer. */
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
