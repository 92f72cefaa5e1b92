package arashi.compose;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.mime.text.TextCleaner;
import java.io.ByteArrayOutputStream;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What becomes of a mail of {@link OutgoingMail} that names recipients with letters beyond ASCII
 * before the {@code @}, where it goes to a relay without SMTPUTF8: each of those addresses becomes
 * the name of an empty group (RFC 6857, 3.1.10), so that others still read whom the mail went to,
 * and nobody answers to an address that is none. The rest is left byte for byte, and the same mail
 * makes the same bytes. Any thread.
 */
public final class SevenBitHeader {
  /** Fields that the writer's own address lists make. */
  private static final Set<String> FIELDS = Set.of("to", "cc");

  private static final Set<String> RESENT = Set.of("resent-to", "resent-cc");

  /** A word or a quoted string, with what stands next to it. */
  private static final Pattern WORD = Pattern.compile("(?:\"(?:[^\"\\\\]|\\\\.)*\"|[^\\s\"])+");

  private static final int ROOM = 75;

  private SevenBitHeader() {}

  /** True if the header has such an address: only a server with SMTPUTF8 takes it as it is. */
  public static boolean isNeeded(byte[] mail) {
    return !isAscii(mail, ownFields(mail));
  }

  /** The mail without such addresses. */
  public static byte[] of(byte[] mail) {
    int end = ownFields(mail);
    ByteArrayOutputStream out = new ByteArrayOutputStream(mail.length);
    for (int at = 0; at < end; ) {
      int next = field(mail, at, end);
      out.writeBytes(asciiField(new String(mail, at, next - at, UTF_8)).getBytes(UTF_8));
      at = next;
    }
    out.write(mail, end, mail.length - end);
    return out.toByteArray();
  }

  /** The blank between two encoded words is not shown (RFC 2047, 6.2): the address has its own. */
  private static String asciiField(String field) {
    if (TextCleaner.isAscii(field)) {
      return field;
    }
    Matcher word = WORD.matcher(field);
    return word.replaceAll(
        found ->
            Matcher.quoteReplacement(
                TextCleaner.isAscii(found.group())
                    ? found.group()
                    : group(found.group(), field.substring(0, found.start()))));
  }

  /** {@code <address>,} as a group without members. */
  private static String group(String word, String before) {
    boolean comma = word.endsWith(",");
    String address = word.substring(0, word.length() - (comma ? 1 : 0)).replaceAll("^<|>$", "");
    String blank = before.stripTrailing().endsWith("?=") ? " " : "";
    String name = String.join("\r\n ", EncodedWords.encode(blank + address, ROOM));
    return name + " :;" + (comma ? "," : "");
  }

  /**
   * The end of the fields that may have such addresses and that this service wrote: what stands
   * below the {@code Resent-} fields of a mail that goes on is another's.
   */
  private static int ownFields(byte[] mail) {
    boolean resent = name(mail, 0).startsWith("resent-");
    Set<String> names = resent ? RESENT : FIELDS;
    int end = 0;
    for (int at = 0; at < mail.length && mail[at] != '\r'; ) {
      String name = name(mail, at);
      if (resent && !name.startsWith("resent-")) {
        break;
      }
      at = field(mail, at, mail.length);
      end = names.contains(name) ? at : end;
    }
    return end;
  }

  private static String name(byte[] mail, int at) {
    int colon = at;
    while (colon < mail.length && mail[colon] != ':' && mail[colon] != '\n') {
      colon++;
    }
    return new String(mail, at, colon - at, UTF_8).toLowerCase(Locale.ROOT);
  }

  /** Behind a field with its folded lines. */
  private static int field(byte[] mail, int from, int end) {
    int at = from;
    do {
      while (at < end && mail[at] != '\n') {
        at++;
      }
      at = Math.min(end, at + 1);
    } while (at < end && (mail[at] == ' ' || mail[at] == '\t'));
    return at;
  }

  private static boolean isAscii(byte[] mail, int end) {
    for (int at = 0; at < end; at++) {
      if (mail[at] < 0) {
        return false;
      }
    }
    return true;
  }
}
