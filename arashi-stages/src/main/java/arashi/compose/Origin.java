package arashi.compose;

import java.util.List;

/**
 * The mail that a draft came from.
 *
 * @param kind what became of it
 * @param folder its folder, or 0 if it is not known
 * @param uid its uid in that folder, or 0
 * @param messageId the id that an answer refers to, without angle brackets; or empty
 * @param references ids of the conversation up to {@code messageId}, without angle brackets, root
 *     first; empty unless the draft is an answer
 */
public record Origin(Kind kind, long folder, long uid, String messageId, List<String> references) {

  /** What the draft is to the mail that it came from. */
  public enum Kind {
    /** An answer: part of the same conversation. */
    REPLY,
    /** The mail is passed on, and a conversation of its own begins. */
    FORWARD,
    /** The mail is written again. */
    EDIT,
    /** The mail goes on as it is; it is the only file of the draft. */
    REDIRECT
  }

  /** Copies the list. */
  public Origin {
    references = List.copyOf(references);
  }
}
