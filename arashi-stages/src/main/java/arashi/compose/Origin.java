package arashi.compose;

import java.util.List;

/**
 * The mail that a draft derives from.
 *
 * @param kind relation of the draft to the mail
 * @param folder its folder, or 0 if unknown
 * @param uid its uid in that folder, or 0
 * @param messageId id that an answer refers to, without angle brackets; or empty
 * @param references ids of the conversation up to {@code messageId}, without angle brackets, root
 *     first; empty unless the draft is an answer
 */
public record Origin(Kind kind, long folder, long uid, String messageId, List<String> references) {

  /** Relation of the draft to the original mail. */
  public enum Kind {
    /** An answer in the same conversation. */
    REPLY,
    /** A forwarded mail, which starts a new conversation. */
    FORWARD,
    /** A new mail from a copy. */
    EDIT,
    /** The unchanged mail, the only file of the draft. */
    REDIRECT
  }

  /** Copies the list. */
  public Origin {
    references = List.copyOf(references);
  }
}
