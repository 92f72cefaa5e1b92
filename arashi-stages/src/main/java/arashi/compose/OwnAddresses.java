package arashi.compose;

import arashi.delivery.MailAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The addresses of an account, as they stand in mails to it: in any case, and with a detail behind
 * a plus.
 */
final class OwnAddresses {
  private final Map<String, Identity> identities = new LinkedHashMap<>();

  OwnAddresses(List<Identity> identities) {
    for (Identity identity : identities) {
      key(identity.address()).ifPresent(key -> this.identities.putIfAbsent(key, identity));
    }
  }

  /** The identity that an address belongs to. */
  Optional<Identity> identity(Mailbox mailbox) {
    Optional<String> key = key(mailbox.address());
    return key.map(identities::get).or(() -> key.map(OwnAddresses::plain).map(identities::get));
  }

  boolean owns(Mailbox mailbox) {
    return identity(mailbox).isPresent();
  }

  private static Optional<String> key(String address) {
    return MailAddress.parse(address, true).map(a -> a.folded() + "@" + a.domain());
  }

  /** Without what stands between the first plus and the domain. */
  private static String plain(String key) {
    int sign = key.lastIndexOf('@');
    int plus = key.indexOf('+');
    return plus > 0 && plus < sign ? key.substring(0, plus) + key.substring(sign) : key;
  }
}
