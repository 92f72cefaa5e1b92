package arashi.compose;

/**
 * A piece of a field of recipients that is none.
 *
 * @param text as typed
 * @param start its place in the field, in chars
 * @param end behind its last char
 * @param reason what is wrong with it
 */
public record Wrong(String text, int start, int end, Reason reason) {

  /** Why a piece is no recipient. */
  public enum Reason {
    /** There is no {@code @}: a name alone, or a word. */
    NO_AT,
    /** Nothing stands before the {@code @}. */
    NO_LOCAL_PART,
    /** Nothing stands behind the {@code @}. */
    NO_DOMAIN,
    /** The part before the {@code @} is none. */
    LOCAL_PART,
    /** The part behind the {@code @} is no domain. */
    DOMAIN,
    /** Only a server with SMTPUTF8 takes such an address, and none is at hand. */
    INTERNATIONAL,
    /** This and what follows is more than a mail may have. */
    TOO_MANY
  }
}
