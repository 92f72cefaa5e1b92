package arashi.outbox;

import arashi.mime.address.MailAddress;
import arashi.store.address.Address;
import arashi.store.address.Addresses;
import arashi.store.address.Resolution;
import arashi.store.outbox.Unreachable;
import arashi.store.outbox.Unreachable.Why;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks destinations by the addresses of the store. Blocks on the database; any thread. */
final class Destinations {
  private final Addresses addresses;
  private final boolean hasRelay;

  Destinations(Addresses addresses, boolean hasRelay) {
    this.addresses = addresses;
    this.hasRelay = hasRelay;
  }

  /** Returns the unreachable recipients, in order; empty if all are reachable. */
  List<Unreachable> unreachable(List<String> recipients) {
    List<Unreachable> found = new ArrayList<>();
    for (String recipient : recipients) {
      why(recipient).ifPresent(why -> found.add(new Unreachable(recipient, why)));
    }
    return found;
  }

  private Optional<Why> why(String recipient) {
    Optional<MailAddress> address = MailAddress.parse(recipient);
    if (address.isEmpty()) {
      return Optional.of(Why.MALFORMED);
    }
    Resolution resolution = resolve(address.get());
    if (resolution instanceof Resolution.Foreign) {
      if (!isFullyQualified(address.get().domain())) {
        return Optional.of(Why.NO_DOMAIN);
      }
      return hasRelay ? Optional.empty() : Optional.of(Why.NO_RELAY);
    }
    return resolution instanceof Resolution.Unknown ? Optional.of(Why.UNKNOWN) : Optional.empty();
  }

  /**
   * True for address literals and dotted domains; other names have no meaning beyond a local
   * network (RFC 5321, 2.3.5).
   */
  private static boolean isFullyQualified(String domain) {
    return domain.startsWith("[") || domain.indexOf('.') >= 0;
  }

  private Resolution resolve(MailAddress address) {
    return addresses.resolve(Address.of(address));
  }

  /** True if mail for the address leaves this service. */
  boolean isForeign(MailAddress address) {
    return resolve(address) instanceof Resolution.Foreign;
  }
}
