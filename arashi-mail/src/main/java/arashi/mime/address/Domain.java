package arashi.mime.address;

import arashi.mime.text.TextCleaner;
import java.net.IDN;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Domains of addresses: names in any script (IDNA), and address literals (RFC 5321, 4.1.3). */
public final class Domain {
  private static final int MAX_OCTETS = 255;
  private static final int MAX_LABEL = 63;
  private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])";
  private static final String IPV4 = OCTET + "(\\." + OCTET + "){3}";
  private static final Pattern LITERAL =
      Pattern.compile("\\[(" + IPV4 + "|ipv6:(?=.*:)[0-9a-f:]{2,39}(:" + IPV4 + ")?)]");
  private static final Pattern LABEL = Pattern.compile("[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?");

  /**
   * Letters that IDNA 2008 keeps and the platform's IDNA 2003 replaces, so mail would go to another
   * domain (RFC 5894, 7.2).
   */
  private static final Pattern DEVIATION = Pattern.compile("[\u00df\u1e9e\u03c2\u200c\u200d]");

  private Domain() {}

  /** Returns the domain in A-labels and lower case; empty if it is malformed. */
  public static Optional<String> ascii(String text) {
    if (text.startsWith("[")) {
      return Optional.of(text.toLowerCase(Locale.ROOT)).filter(d -> LITERAL.matcher(d).matches());
    }
    Optional<String> name = TextCleaner.isAscii(text) ? Optional.of(text) : aLabels(text);
    return name.map(ascii -> ascii.toLowerCase(Locale.ROOT)).filter(Domain::isName);
  }

  private static Optional<String> aLabels(String text) {
    if (DEVIATION.matcher(text).find() || !text.codePoints().allMatch(MailAddress::isSeen)) {
      return Optional.empty();
    }
    try {
      return Optional.of(IDN.toASCII(text));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) { // IDN throws either
      return Optional.empty();
    }
  }

  private static boolean isName(String domain) {
    if (domain.length() > MAX_OCTETS) {
      return false;
    }
    for (String label : domain.split("\\.", -1)) {
      if (label.length() > MAX_LABEL || !LABEL.matcher(label).matches()) {
        return false;
      }
    }
    return true;
  }

  /** Returns the domain with A-labels in letters; as it is where they are malformed. */
  public static String unicode(String domain) {
    boolean encoded = domain.regionMatches(true, 0, "xn--", 0, 4) || domain.contains(".xn--");
    if (!encoded || domain.length() > MAX_OCTETS) {
      return domain;
    }
    try {
      String letters = IDN.toUnicode(domain, IDN.ALLOW_UNASSIGNED);
      return letters.codePoints().allMatch(Domain::isLetter) ? letters : domain;
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      return domain;
    }
  }

  /** True for letters, digits, their marks, dots and hyphens. */
  public static boolean isLetter(int c) {
    int type = Character.getType(c);
    return Character.isLetterOrDigit(c)
        || c == '.'
        || c == '-'
        || type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK;
  }
}
