package arashi.mime.term;

import arashi.mime.text.TextCleaner;

/**
 * A note for the user about the interpretation of a query.
 *
 * @param reason reason of the note
 * @param value the operator, the number, or the start of the words in question; or empty
 */
public record QueryNote(Reason reason, String value) {
  private static final int MAX_CHARS = 40;

  /** Truncates a long value. */
  public QueryNote {
    value = TextCleaner.cut(value, MAX_CHARS);
  }

  /** Reasons of notes. */
  public enum Reason {
    /** The query has more characters than this; the rest was ignored. */
    LONG,
    /** The query has more words than this; the rest was ignored. */
    WORDS,
    /** These words contain nothing that can be searched. */
    NO_WORD,
    /** Unknown value of {@code has:}, searched as words. */
    HAS,
    /** Unknown value of {@code is:}, searched as words. */
    IS,
    /** Invalid date after a date operator. */
    DATE,
    /** Invalid size after a size operator. */
    SIZE,
    /** No folder has this name. */
    NO_FOLDER
  }
}
