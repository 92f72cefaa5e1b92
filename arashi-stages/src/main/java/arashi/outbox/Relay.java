package arashi.outbox;

import java.io.IOException;
import java.util.List;

/** Takes mail to other sites. Blocks on the network; any thread. */
interface Relay {

  /**
   * Hands a mail over to the relay, once.
   *
   * @param envelopeId names the mail in reports; of letters, digits and dots
   * @param sender of the envelope
   * @param recipients of the envelope
   * @param raw the mail; lines end with CRLF
   * @param gate asked while the mail is sent
   * @return what became of each recipient, in their order
   */
  List<Answer> send(
      String envelopeId, String sender, List<String> recipients, byte[] raw, Gate gate);

  /** Closes connections that nobody has used for long. */
  default void closeIdle() {}

  /** What is done between two steps of the dialogue. */
  interface Gate {
    /**
     * A command or a piece of the content is sent next: the lease may have to be renewed.
     *
     * @throws IOException if the mail must not be sent any more
     */
    void progress() throws IOException;

    /**
     * All of the content was sent, and the final dot follows when this returns.
     *
     * @param accepted indices of the recipients that the relay has taken
     * @throws IOException if the mail must not be sent any more: the connection is closed instead
     */
    void beforeDot(List<Integer> accepted) throws IOException;
  }

  /**
   * What the relay says of a recipient.
   *
   * @param text its reply in one line, or what went wrong with the connection
   */
  record Answer(Kind kind, String text) {}

  /** What an answer means. */
  enum Kind {
    /** The relay has the mail. */
    ACCEPTED,
    /** It never will. */
    REFUSED,
    /** It has not got it; it may later. */
    LATER,
    /** The connection broke after the final dot: nobody knows. */
    UNKNOWN
  }
}
