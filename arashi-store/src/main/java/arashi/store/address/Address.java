package arashi.store.address;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.IDN;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An address of this service, normalized for comparison.
 *
 * @param localPart in NFC and lower case; empty for the catch-all of the domain
 * @param domain A-labels in lower case
 */
public record Address(String localPart, String domain) {

  /** Separates the local part from the detail of a sub-address (RFC 5233). */
  public static final String DETAIL_SEPARATOR = "+";

  /** Maximum bytes (RFC 5321, 4.5.3.1.1). */
  private static final int MAX_LOCAL_PART = 64;

  private static final int MAX_DOMAIN = 253;

  private static final String ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~\\x{A1}-\\x{10FFFF}-]+";

  /** A dot-string of RFC 5321 with the characters of RFC 6531. */
  private static final Pattern DOT_STRING = Pattern.compile(ATOM + "(\\." + ATOM + ")*");

  private static final Pattern LABELS =
      Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");

  /**
   * Creates an address from an SMTP envelope.
   *
   * @param localPart in any case, unquoted
   * @param domain A-labels in any case
   */
  public static Address of(String localPart, String domain) {
    return new Address(folded(localPart), domain.toLowerCase(Locale.ROOT));
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
    String localPart = folded(typed.substring(0, at));
    boolean isShort = localPart.getBytes(UTF_8).length <= MAX_LOCAL_PART; // DOT_STRING recurses
    if (!isShort || !(localPart.isEmpty() || DOT_STRING.matcher(localPart).matches())) {
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
    String labels;
    try {
      labels = IDN.toASCII(typed.strip()).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) { // IDN throws either
      throw new AddressRefusedException(typed + " is not a domain name", e);
    }
    if (labels.length() > MAX_DOMAIN || !LABELS.matcher(labels).matches()) {
      throw new AddressRefusedException(typed + " is not a domain name");
    }
    return labels;
  }

  /** Parses a target from its row, where it was checked before. */
  static Address stored(String text) {
    int at = text.lastIndexOf('@');
    return new Address(text.substring(0, at), text.substring(at + 1));
  }

  private static String folded(String localPart) {
    String lower = Normalizer.normalize(localPart, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
    return Normalizer.normalize(lower, Normalizer.Form.NFC);
  }

  /** Returns true if this is the catch-all of its domain. */
  public boolean isCatchAll() {
    return localPart.isEmpty();
  }

  /**
   * Returns the address without its detail; the catch-all if nothing precedes the first separator.
   */
  Address base() {
    int plus = localPart.indexOf(DETAIL_SEPARATOR);
    return new Address(plus > 0 ? localPart.substring(0, plus) : "", domain);
  }

  /** Returns the catch-all of the domain. */
  Address catchAll() {
    return new Address("", domain);
  }

  /** Returns the part after the first separator; empty without one or if nothing precedes it. */
  String detail() {
    int plus = localPart.indexOf(DETAIL_SEPARATOR);
    return plus > 0 ? localPart.substring(plus + DETAIL_SEPARATOR.length()) : "";
  }

  /** Returns the address as it is typed. */
  @Override
  public String toString() {
    return localPart + "@" + domain;
  }
}
