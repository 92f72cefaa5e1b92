package arashi.mime;

/**
 * What a user should know about how a query was read.
 *
 * @param reason what happened
 * @param value the operator, the number or the words that it is about; or empty
 */
public record QueryNote(Reason reason, String value) {

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
