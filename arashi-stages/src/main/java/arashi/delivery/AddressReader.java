package arashi.delivery;

import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Parser of envelope mailboxes by RFC 5321, 4.1.2, with the UTF-8 letters of RFC 6531, 3.3.
 * Stricter than header addresses: no comments, no folding, no white space.
 */
final class AddressReader {
  /** Above the 64 of RFC 5321, 4.5.3.1.1, because senders that encode a recipient are common. */
  private static final int MAX_LOCAL_OCTETS = 256;

  private static final int MAX_DOMAIN_OCTETS = 255;
  private static final int MAX_LABEL = 63;
  private static final String ATOM_SIGNS = "!#$%&'*+-/=?^_`{|}~";
  private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])";
  private static final Pattern IPV4_LITERAL =
      Pattern.compile("\\[" + OCTET + "(\\." + OCTET + "){3}]");
  private static final Pattern IPV6_LITERAL =
      Pattern.compile("\\[ipv6:(?=.*:)[0-9a-f:]{2,39}(:" + OCTET + "(\\." + OCTET + "){3})?]");
  private static final Pattern LABEL = Pattern.compile("[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?");

  private final String text;
  private final boolean smtputf8;
  private int at;

  AddressReader(String text, boolean smtputf8) {
    this.text = text;
    this.smtputf8 = smtputf8;
  }

  Optional<MailAddress> mailbox() {
    String localPart = text.startsWith("\"") ? quotedString() : dotString();
    if (localPart == null
        || localPart.isEmpty()
        || octets(localPart) > MAX_LOCAL_OCTETS
        || at >= text.length()
        || text.charAt(at) != '@') {
      return Optional.empty();
    }
    String domain = domain(text.substring(at + 1), smtputf8);
    return domain == null ? Optional.empty() : Optional.of(new MailAddress(localPart, domain));
  }

  private static int octets(String part) {
    return part.getBytes(StandardCharsets.UTF_8).length;
  }

  // ---- the local part

  private String dotString() {
    int start = at;
    while (at < text.length() && text.charAt(at) != '@') {
      char c = text.charAt(at);
      boolean dot = c == '.' && at > start && text.charAt(at - 1) != '.';
      if (!dot && !isAtomText(c)) {
        return null;
      }
      at++;
    }
    return at > start && text.charAt(at - 1) == '.' ? null : text.substring(start, at);
  }

  private boolean isAtomText(char c) {
    return isAsciiAtomText(c) || (c >= 0x80 && isBeyondAscii(c));
  }

  private static boolean isAsciiAtomText(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || ATOM_SIGNS.indexOf(c) >= 0;
  }

  /** Rejects controls and format characters beyond ASCII; they would corrupt terminals and logs. */
  private boolean isBeyondAscii(char c) {
    return smtputf8 && !Character.isISOControl(c) && Character.getType(c) != Character.FORMAT;
  }

  private String quotedString() {
    StringBuilder content = new StringBuilder();
    at = 1;
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '"') {
        return content.toString();
      }
      if (c == '\\') {
        if (at == text.length()) {
          return null;
        }
        c = text.charAt(at++);
      }
      boolean printable = c >= ' ' && c < 0x7f;
      if (!printable && (c < 0x80 || !isBeyondAscii(c))) {
        return null;
      }
      content.append(c);
    }
    return null; // unterminated quote
  }

  /** Returns the local part in the form of an address, quoted if necessary. */
  static String quoted(String localPart) {
    AddressReader plain = new AddressReader(localPart, true);
    String atoms = plain.dotString();
    if (atoms != null && !atoms.isEmpty() && atoms.length() == localPart.length()) {
      return localPart;
    }
    return '"' + localPart.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  // ---- the domain

  /** Returns the domain in A-labels and lower case; null if it is invalid. */
  static String domain(String text, boolean smtputf8) {
    if (text.startsWith("[")) {
      String literal = text.toLowerCase(Locale.ROOT);
      boolean known =
          IPV4_LITERAL.matcher(literal).matches() || IPV6_LITERAL.matcher(literal).matches();
      return known ? literal : null;
    }
    String ascii = isAscii(text) ? text : smtputf8 ? aLabels(text) : null;
    if (ascii == null || ascii.isEmpty() || ascii.length() > MAX_DOMAIN_OCTETS) {
      return null;
    }
    String domain = ascii.toLowerCase(Locale.ROOT);
    for (String label : domain.split("\\.", -1)) {
      if (label.length() > MAX_LABEL || !LABEL.matcher(label).matches()) {
        return null;
      }
    }
    return domain;
  }

  private static String aLabels(String text) {
    try {
      return IDN.toASCII(text);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      return null; // IDN rejects invalid domains by either exception
    }
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }
}
