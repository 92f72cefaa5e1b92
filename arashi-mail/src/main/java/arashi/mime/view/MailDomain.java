package arashi.mime.view;

import arashi.mime.address.Domain;
import arashi.mime.text.TextCleaner;
import java.net.IDN;
import java.util.stream.Collectors;

/**
 * Decodes internationalized domains of addresses (IDNA, RFC 3490) and detects deceptive ones.
 * Thread-safe.
 */
public final class MailDomain {
  private static final int MAX_CHARS = 255;

  private MailDomain() {}

  /**
   * Returns an address for display. Its domain is shown in letters if they cannot be taken for
   * others ({@link LookAlikes}), else encoded in ASCII as {@code xn--…}.
   */
  static String shown(String address) {
    String letters = decoded(address);
    int sign = letters.lastIndexOf('@');
    String domain = letters.substring(sign + 1);
    if (TextCleaner.isAscii(domain) || LookAlikes.isPlain(domain)) {
      return letters;
    }
    String written = address.substring(address.lastIndexOf('@') + 1);
    return letters.substring(0, sign + 1)
        + encoded(TextCleaner.isAscii(written) ? written : domain);
  }

  /**
   * Returns an address that is shown and then sent to: as it is, but with a domain in ASCII if its
   * letters could be taken for others.
   */
  static String written(String address) {
    int sign = address.lastIndexOf('@');
    String domain = address.substring(sign + 1);
    boolean deceptive = !TextCleaner.isAscii(domain) && !LookAlikes.isPlain(domain);
    return deceptive ? address.substring(0, sign + 1) + encoded(domain) : address;
  }

  /** Encodes a domain; if it is none, its letters are named. */
  private static String encoded(String domain) {
    if (TextCleaner.isAscii(domain)) {
      return domain;
    }
    if (domain.codePoints().allMatch(c -> Domain.isLetter(c) && !Invisible.is(c))) {
      try {
        return IDN.toASCII(domain, IDN.ALLOW_UNASSIGNED);
      } catch (IllegalArgumentException | IndexOutOfBoundsException broken) { // IDN throws either
        return named(domain);
      }
    }
    return named(domain);
  }

  private static String named(String domain) {
    return domain
        .codePoints()
        .mapToObj(c -> c < 0x80 ? Character.toString(c) : Invisible.mark(c))
        .collect(Collectors.joining());
  }

  /** Returns the address with its domain in letters, whatever they look like. */
  public static String decoded(String address) {
    int sign = address.lastIndexOf('@') + 1;
    return address.substring(0, sign) + Domain.unicode(address.substring(sign));
  }

  /** True if the letters of the domain could be taken for those of another, or are not seen. */
  public static boolean isDeceptive(String address) {
    String letters = decoded(address);
    String domain = letters.substring(letters.lastIndexOf('@') + 1);
    return domain.length() <= MAX_CHARS
        && !TextCleaner.isAscii(domain)
        && !LookAlikes.isPlain(domain);
  }
}
