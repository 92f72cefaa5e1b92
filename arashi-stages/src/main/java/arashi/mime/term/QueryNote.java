package arashi.mime.term;

import arashi.mime.text.TextCleaner;

/**
 * What a user should know about how a query was read.
 *
 * @param reason what happened
 * @param value the operator, the number, or the beginning of the words that it is about; or empty
 */
public record QueryNote(Reason reason, String value) {
  private static final int MAX_CHARS = 40;

  /** Keeps of a long value the beginning. */
  public QueryNote {
    value = TextCleaner.cut(value, MAX_CHARS);
  }

  /** What happened. */
  public enum Reason {
    /** More characters than this were typed; the others were not looked at. */
    LONG,
    /** More words than this were typed; the others were not looked for. */
    WORDS,
    /** These have no word that can be searched for. */
    NO_WORD,
    /** {@code has:} with a value that it does not know, which was searched for as words. */
    HAS,
    /** {@code is:} likewise. */
    IS,
    /** An operator that takes a date, with something else. */
    DATE,
    /** An operator that takes a size, with something else. */
    SIZE,
    /** No folder is called so. */
    NO_FOLDER
  }
}
