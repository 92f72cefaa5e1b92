package arashi.store.outbox;

/**
 * A recipient that can't be reached.
 *
 * @param address as the writer gave it
 */
public record Unreachable(String address, Why why) {

  /** Why a recipient is refused at once. */
  public enum Why {
    /** The address is malformed. */
    MALFORMED,
    /** The domain is neither local nor fully qualified; most likely half an address. */
    NO_DOMAIN,
    /** The domain is local and has no such address. */
    UNKNOWN,
    /** The domain is not local, and there is no relay: {@code mail.relay} must be set. */
    NO_RELAY
  }
}
