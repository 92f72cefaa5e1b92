package arashi.mime.address;

/**
 * A malformed piece of a recipients field.
 *
 * @param text text as typed
 * @param start its start in the field, in chars
 * @param end index after its last char
 * @param reason what is wrong
 */
public record Wrong(String text, int start, int end, Reason reason) {

  /** Why a piece is no recipient. */
  public enum Reason {
    /** No {@code @}: a name alone, or a word. */
    NO_AT,
    /** Nothing before the {@code @}. */
    NO_LOCAL_PART,
    /** Nothing after the {@code @}. */
    NO_DOMAIN,
    /** Malformed part before the {@code @}. */
    LOCAL_PART,
    /** Malformed domain. */
    DOMAIN,
    /** The address needs a server with SMTPUTF8, and none is available. */
    INTERNATIONAL,
    /** The field exceeds the maximum from here on. */
    TOO_MANY
  }
}
