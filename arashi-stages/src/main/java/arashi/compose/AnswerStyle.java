package arashi.compose;

import java.time.ZoneId;
import java.util.Optional;

/**
 * How a person answers.
 *
 * @param placement where the answer stands
 * @param words in the person's language
 * @param zone in which dates are told
 * @param selection the part of the text that is to be quoted; empty: all of it
 */
public record AnswerStyle(
    Placement placement, AnswerWords words, ZoneId zone, Optional<String> selection) {

  /** Where the answer stands, seen from the quotation. */
  public enum Placement {
    /** First the answer and its signature, then the quotation. */
    ABOVE,
    /** First the quotation, then the answer. */
    BELOW
  }
}
