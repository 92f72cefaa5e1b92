package arashi.compose;

import arashi.mime.address.MailAddress;
import arashi.mime.address.Mailbox;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Own addresses of an account as they appear in received mails: in any case, and with a sub-address
 * detail after a plus.
 */
final class OwnAddresses {
  private final Map<MailAddress, Identity> identities = new LinkedHashMap<>();

  OwnAddresses(List<Identity> identities) {
    for (Identity identity : identities) {
      key(identity.address()).ifPresent(key -> this.identities.putIfAbsent(key, identity));
    }
  }

  /** Returns the identity that owns an address. */
  Optional<Identity> identity(Mailbox mailbox) {
    Optional<MailAddress> key = key(mailbox.address());
    return key.map(identities::get)
        .or(() -> key.map(MailAddress::withoutDetail).map(identities::get));
  }

  boolean owns(Mailbox mailbox) {
    return identity(mailbox).isPresent();
  }

  /** True if there are mailboxes, and all are own ones. */
  boolean ownsAll(List<Mailbox> mailboxes) {
    return !mailboxes.isEmpty() && mailboxes.stream().allMatch(this::owns);
  }

  private static Optional<MailAddress> key(String address) {
    return MailAddress.parse(address).map(MailAddress::key);
  }
}
