package arashi.compose;

import java.util.List;

/**
 * Makes a draft of a mail: recipients, subject, sender, quotation, files.
 *
 * <p>Answers go where {@code Reply-To} or the list wants them (RFC 5322, 3.6.2), never to oneself,
 * unless nobody else is left. A mail of one's own is answered to its recipients. The sender is the
 * identity that the mail came to.
 */
@SuppressWarnings({"DoNotCallSuggester", "UnusedMethod", "UnusedVariable"}) // bodies follow
public final class Answer {
  private Answer() {}

  /**
   * A draft.
   *
   * @param identities of the account, the default one first; all its addresses are its own
   */
  public static Draft of(
      AnswerKind kind, Original original, List<Identity> identities, AnswerStyle style) {
    throw new UnsupportedOperationException();
  }
}
