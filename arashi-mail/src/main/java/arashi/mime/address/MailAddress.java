package arashi.mime.address;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;

/**
 * An address by the grammar of the envelope (RFC 5321, 4.1.2 {@code Mailbox}; RFC 6531, 3.3): no
 * comments, no folding, no blanks around its parts.
 *
 * @param localPart as written, without quotes
 * @param domain A-labels in lower case, or an address literal with its brackets; empty for {@link
 *     #POSTMASTER} alone
 */
public record MailAddress(String localPart, String domain) {

  /** The recipient that every server knows without a domain (RFC 5321, 4.5.1). */
  public static final MailAddress POSTMASTER = new MailAddress("postmaster", "");

  /** Separates the local part from the detail of a sub-address (RFC 5233). */
  public static final String DETAIL_SEPARATOR = "+";

  /** Above the 64 of RFC 5321, 4.5.3.1.1, because senders that encode a recipient are common. */
  private static final int MAX_LOCAL_OCTETS = 256;

  private static final String ATOM_SIGNS = "!#$%&'*+-/=?^_`{|}~";

  /** Parses an address without angle brackets; empty if it is malformed. */
  public static Optional<MailAddress> parse(String text) {
    boolean quoted = text.startsWith("\"");
    int sign = quoted ? QuotedString.end(text, 0) : text.indexOf('@');
    if (sign <= 0 || sign >= text.length() || text.charAt(sign) != '@') {
      return Optional.empty();
    }
    String local = quoted ? QuotedString.content(text, 0, sign) : text.substring(0, sign);
    boolean wellFormed = quoted ? isContent(local) : isDotString(local);
    if (!wellFormed
        || local.isEmpty()
        || local.getBytes(StandardCharsets.UTF_8).length > MAX_LOCAL_OCTETS) {
      return Optional.empty();
    }
    return Domain.ascii(text.substring(sign + 1)).map(domain -> new MailAddress(local, domain));
  }

  /** True for atoms with single dots between them, the form that needs no quotes. */
  public static boolean isDotString(String text) {
    return !text.startsWith(".")
        && !text.endsWith(".")
        && !text.contains("..")
        && text.codePoints().allMatch(c -> c == '.' || isAtom(c));
  }

  private static boolean isAtom(int c) {
    return c < 0x80 ? isAsciiLetter(c) || ATOM_SIGNS.indexOf(c) >= 0 : isSeen(c);
  }

  private static boolean isAsciiLetter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  private static boolean isContent(String text) {
    return text.codePoints().allMatch(c -> c < 0x80 ? c >= ' ' && c < 0x7f : isSeen(c));
  }

  /** Rejects what is blank or not seen beyond ASCII; it would deceive readers of pages and logs. */
  static boolean isSeen(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.SPACE_SEPARATOR,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  /** The form for comparison: its local part in NFC and lower case. */
  public MailAddress key() {
    return new MailAddress(folded(localPart), domain);
  }

  /** Returns a local part in NFC and lower case. */
  public static String folded(String localPart) {
    String lower = composed(localPart).toLowerCase(Locale.ROOT);
    return composed(lower);
  }

  private static String composed(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFC);
  }

  /** Returns the address without the detail of a sub-address, if something precedes that. */
  public MailAddress withoutDetail() {
    int plus = localPart.indexOf(DETAIL_SEPARATOR);
    return plus > 0 ? new MailAddress(localPart.substring(0, plus), domain) : this;
  }

  private String quoted() {
    return isDotString(localPart) ? localPart : QuotedString.of(localPart);
  }

  /** The address for an envelope or a header, with the local part quoted if necessary. */
  @Override
  public String toString() {
    return domain.isEmpty() ? localPart : quoted() + "@" + domain;
  }
}
