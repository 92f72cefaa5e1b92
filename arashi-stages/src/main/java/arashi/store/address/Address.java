package arashi.store.address;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.IDN;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An address of this service in the form in which addresses are compared.
 *
 * @param localPart in NFC and lower case; empty: the catch-all of the domain
 * @param domain A-labels in lower case
 */
public record Address(String localPart, String domain) {

  /** Between the local part and the detail of a sub-address (RFC 5233). */
  public static final String DETAIL_SEPARATOR = "+";

  /** RFC 5321, 4.5.3.1.1. */
  private static final int MAX_LOCAL_PART = 64;

  private static final int MAX_DOMAIN = 253;

  private static final String ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~\\x{A1}-\\x{10FFFF}-]+";

  /** A dot-string of RFC 5321 with the letters of RFC 6531. */
  private static final Pattern DOT_STRING = Pattern.compile(ATOM + "(\\." + ATOM + ")*");

  private static final Pattern LABELS =
      Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");

  /**
   * The address of an envelope.
   *
   * @param localPart in any case, unquoted
   * @param domain A-labels in any case
   */
  public static Address of(String localPart, String domain) {
    return new Address(folded(localPart), domain.toLowerCase(Locale.ROOT));
  }

  /**
   * An address as an operator types it. Quoted local parts are not supported.
   *
   * @param typed like {@code ada@example.org}, or {@code @example.org} for the catch-all
   * @throws AddressRefusedException if it is none
   */
  public static Address parse(String typed) {
    int at = typed.lastIndexOf('@');
    if (at < 0) {
      throw new AddressRefusedException(typed + " is no address: it has no @");
    }
    String localPart = folded(typed.substring(0, at));
    boolean isShort = localPart.getBytes(UTF_8).length <= MAX_LOCAL_PART; // the pattern recurses
    if (!isShort || !(localPart.isEmpty() || DOT_STRING.matcher(localPart).matches())) {
      throw new AddressRefusedException(
          typed
              + " is no address: before the @ stand up to "
              + MAX_LOCAL_PART
              + " bytes of letters, digits and signs like . - _ +");
    }
    return new Address(localPart, domain(typed.substring(at + 1)));
  }

  /** The same; empty if the text is no address of a person. */
  public static Optional<Address> read(String typed) {
    try {
      return Optional.of(parse(typed)).filter(address -> !address.isCatchAll());
    } catch (AddressRefusedException e) {
      return Optional.empty();
    }
  }

  /**
   * A domain as an operator types it, as A-labels in lower case.
   *
   * @throws AddressRefusedException if it is none
   */
  public static String domain(String typed) {
    String labels;
    try {
      labels = IDN.toASCII(typed.strip()).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) { // in several ways
      throw new AddressRefusedException(typed + " is no domain", e);
    }
    if (labels.length() > MAX_DOMAIN || !LABELS.matcher(labels).matches()) {
      throw new AddressRefusedException(typed + " is no domain");
    }
    return labels;
  }

  /** A row's target; what was stored was checked. */
  static Address stored(String text) {
    int at = text.lastIndexOf('@');
    return new Address(text.substring(0, at), text.substring(at + 1));
  }

  private static String folded(String localPart) {
    String lower = Normalizer.normalize(localPart, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
    return Normalizer.normalize(lower, Normalizer.Form.NFC);
  }

  /** True if it stands for all that its domain lacks. */
  public boolean isCatchAll() {
    return localPart.isEmpty();
  }

  /** What stands before the first separator, if something does; the catch-all otherwise. */
  Address base() {
    int plus = localPart.indexOf(DETAIL_SEPARATOR);
    return new Address(plus > 0 ? localPart.substring(0, plus) : "", domain);
  }

  /** The catch-all of its domain. */
  Address catchAll() {
    return new Address("", domain);
  }

  /** What stands after the first separator; empty if it has none, or nothing before it. */
  String detail() {
    int plus = localPart.indexOf(DETAIL_SEPARATOR);
    return plus > 0 ? localPart.substring(plus + DETAIL_SEPARATOR.length()) : "";
  }

  /** As it is typed. */
  @Override
  public String toString() {
    return localPart + "@" + domain;
  }
}
