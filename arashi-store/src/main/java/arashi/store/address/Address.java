package arashi.store.address;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.mime.address.Domain;
import arashi.mime.address.MailAddress;
import java.util.Optional;

/**
 * The key of an address in the database: an address of this service, or the catch-all of a domain,
 * which is none of mail. Two addresses with the same key get the same mail.
 *
 * @param localPart in NFC and lower case; empty for the catch-all of the domain
 * @param domain A-labels in lower case
 */
public record Address(String localPart, String domain) {

  /** Maximum bytes (RFC 5321, 4.5.3.1.1). */
  private static final int MAX_LOCAL_PART = 64;

  /** The longest name in DNS. */
  private static final int MAX_DOMAIN = 253;

  /** Returns the key of an address. */
  public static Address of(MailAddress address) {
    return new Address(address.key().localPart(), address.domain());
  }

  /**
   * Parses an address as typed by an operator. Quoted local parts are not supported.
   *
   * @param typed like {@code ada@example.org}, or {@code @example.org} for the catch-all
   * @throws AddressRefusedException if it is not an address
   */
  public static Address parse(String typed) {
    int at = typed.lastIndexOf('@');
    if (at < 0) {
      throw new AddressRefusedException(typed + " is not an address: it has no @");
    }
    String localPart = MailAddress.folded(typed.substring(0, at));
    boolean isShort = localPart.getBytes(UTF_8).length <= MAX_LOCAL_PART;
    if (!isShort || !MailAddress.isDotString(localPart)) {
      throw new AddressRefusedException(
          typed
              + " is not an address: the part before the @ must be up to "
              + MAX_LOCAL_PART
              + " bytes of letters, digits and characters like . - _ +");
    }
    return new Address(localPart, domain(typed.substring(at + 1)));
  }

  /** Parses a typed address; empty if it is malformed or a catch-all. */
  public static Optional<Address> read(String typed) {
    try {
      return Optional.of(parse(typed)).filter(address -> !address.isCatchAll());
    } catch (AddressRefusedException e) {
      return Optional.empty();
    }
  }

  /**
   * Parses a domain as typed by an operator; returns A-labels in lower case.
   *
   * @throws AddressRefusedException if it is not a domain
   */
  public static String domain(String typed) {
    return Domain.ascii(typed.strip())
        .filter(name -> name.length() <= MAX_DOMAIN && !name.startsWith("[") && !name.contains("_"))
        .orElseThrow(() -> new AddressRefusedException(typed + " is not a domain name"));
  }

  /** Parses a target from its row, where it was checked before. */
  static Address stored(String text) {
    int at = text.lastIndexOf('@');
    return new Address(text.substring(0, at), text.substring(at + 1));
  }

  /** Returns true if this is the catch-all of its domain. */
  public boolean isCatchAll() {
    return localPart.isEmpty();
  }

  /** Returns the address for an envelope. */
  public MailAddress mailAddress() {
    return new MailAddress(localPart, domain);
  }

  /** Returns the address without its detail. */
  Address base() {
    return new Address(mailAddress().withoutDetail().localPart(), domain);
  }

  /** Returns the catch-all of the domain. */
  Address catchAll() {
    return new Address("", domain);
  }

  /** Returns the part after the first separator; empty without one or if nothing precedes it. */
  String detail() {
    int base = base().localPart.length() + MailAddress.DETAIL_SEPARATOR.length();
    return base < localPart.length() ? localPart.substring(base) : "";
  }

  /** Returns the address as it is typed. */
  @Override
  public String toString() {
    return localPart + "@" + domain;
  }
}
