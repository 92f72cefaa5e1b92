package arashi.outbox;

import java.util.List;

/** Checks destinations before a mail is accepted. Blocks on the database; any thread. */
public interface Outbound {

  /** True if mail to a domain can be sent: it is a local domain, or there is a relay. */
  boolean canReach(String domain);

  /** Returns the unreachable recipients, in order; empty if all are reachable. */
  List<Unreachable> unreachable(List<String> recipients);

  /**
   * A recipient that can't be reached.
   *
   * @param address address as given
   */
  record Unreachable(String address, Why why) {}

  /** Why a recipient is refused at once. */
  enum Why {
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
