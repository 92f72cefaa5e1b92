package arashi.outbox;

import java.util.List;

/** Where mail can go, asked before it is accepted. Blocks on the database; safe from any thread. */
public interface Outbound {

  /** True if mail to a domain can leave: it is one of ours, or there is a relay. */
  boolean canReach(String domain);

  /** What is wrong with recipients, in their order; empty: nothing. */
  List<Unreachable> unreachable(List<String> recipients);

  /**
   * A recipient that no mail can be sent to.
   *
   * @param address as it was given
   */
  record Unreachable(String address, Why why) {}

  /** Why a recipient is refused at once. */
  enum Why {
    /** It is no address. */
    MALFORMED,
    /** Its domain is elsewhere, and none of the Internet: half an address, most likely. */
    NO_DOMAIN,
    /** Its domain is ours, and nobody has it. */
    UNKNOWN,
    /** It is elsewhere, and there is no relay: {@code mail.relay} has to be set. */
    NO_RELAY
  }
}
