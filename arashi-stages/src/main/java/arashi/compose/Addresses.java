package arashi.compose;

import arashi.delivery.MailAddress;
import java.text.Normalizer;
import java.util.Optional;
import java.util.regex.Pattern;

/** Single addresses by the grammar of the envelope. */
final class Addresses {
  /** Invisible characters in addresses copied from web pages. */
  private static final Pattern INVISIBLE = Pattern.compile("\\p{Cf}+");

  /**
   * Letters that IDNA 2008 keeps and the platform's IDNA 2003 replaces, so mail would go to another
   * domain (RFC 5894, 7.2).
   */
  private static final Pattern DEVIATION = Pattern.compile("[\u00df\u1e9e\u03c2\u200c\u200d]");

  /** Blanks, line ends and invisible characters beyond ASCII, which no local part may contain. */
  private static final Pattern UNSEEN = Pattern.compile("[[\\p{Z}\\p{C}]&&[^ -~]]");

  private static final String SCHEME = "mailto:";

  private Addresses() {}

  /** Strips pasted surroundings: invisible characters, {@code mailto:}, single quotes. */
  static String bare(String typed) {
    String text = INVISIBLE.matcher(typed).replaceAll("").strip();
    if (text.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      text = text.substring(SCHEME.length());
    }
    if (text.length() > 2 && text.startsWith("'") && text.endsWith("'")) {
      text = text.substring(1, text.length() - 1);
    }
    return text;
  }

  /** Returns the address for the envelope, in NFC (RFC 6532, 3.1); empty if it is malformed. */
  static Optional<String> parse(String typed) {
    String text = Normalizer.normalize(typed, Normalizer.Form.NFC);
    String domain = text.substring(text.lastIndexOf('@') + 1);
    return DEVIATION.matcher(domain).find() || UNSEEN.matcher(text).find()
        ? Optional.empty()
        : MailAddress.parse(text, true).map(MailAddress::toString);
  }

  /** Returns why {@link #parse} rejects a text. */
  static Wrong.Reason reason(String text) {
    int sign = text.lastIndexOf('@');
    if (sign < 0) {
      return Wrong.Reason.NO_AT;
    }
    if (sign == 0) {
      return Wrong.Reason.NO_LOCAL_PART;
    }
    if (sign == text.length() - 1) {
      return Wrong.Reason.NO_DOMAIN;
    }
    boolean domain = parse("a" + text.substring(sign)).isPresent();
    return domain ? Wrong.Reason.LOCAL_PART : Wrong.Reason.DOMAIN;
  }

  /**
   * Returns an address of a mail's header as a recipient. Quotes local parts with dots in a row or
   * at the end, which some providers assigned. Empty if it is no address at all; an almost valid
   * address stays, so that the writer can correct it.
   */
  static Optional<Mailbox> answered(arashi.mime.view.MailAddress shown) {
    String text = bare(shown.address());
    int sign = text.lastIndexOf('@');
    boolean blanks = text.indexOf(' ') >= 0 && text.charAt(0) != '"';
    if (sign <= 0 || sign == text.length() - 1 || blanks) {
      return Optional.empty();
    }
    Optional<String> address = parse(text);
    if (address.isEmpty() && text.indexOf('"') < 0) {
      address = parse('"' + text.substring(0, sign) + '"' + text.substring(sign));
    }
    boolean readable = text.chars().noneMatch(c -> c <= ' ' || "<>(),;:\"\\".indexOf(c) >= 0);
    if (address.isEmpty() && !readable) {
      return Optional.empty();
    }
    return Optional.of(Mailbox.offered(shown.name(), address.orElse(text)));
  }
}
