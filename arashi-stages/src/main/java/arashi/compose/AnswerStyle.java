package arashi.compose;

import java.time.ZoneId;
import java.util.Optional;

/**
 * Style of an answer.
 *
 * @param placement position of the answer
 * @param words words in the writer's language
 * @param zone zone of dates
 * @param selection part of the text to quote; empty: all of it
 */
public record AnswerStyle(
    Placement placement, AnswerWords words, ZoneId zone, Optional<String> selection) {

  /** Position of the answer relative to the quotation. */
  public enum Placement {
    /** The answer and its signature, then the quotation. */
    ABOVE,
    /** The quotation, then the answer. */
    BELOW
  }
}
