package arashi.mime.header;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.mime.text.TextCleaner;
import java.io.ByteArrayOutputStream;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rewrites a mail of {@link HeaderWriter} for a relay without SMTPUTF8. Each recipient address with
 * a non-ASCII local part becomes the name of an empty group (RFC 6857, 3.1.10). So readers still
 * see all recipients, and no answer goes to an invalid address. Everything else stays byte for
 * byte, and the result is deterministic. Any thread.
 */
public final class SevenBitHeader {
  /** Fields that our own address lists fill. */
  private static final Set<String> FIELDS = Set.of("to", "cc");

  private static final Set<String> RESENT = Set.of("resent-to", "resent-cc");

  /** A word or a quoted string, with adjoining characters. Takes back nothing, so it is linear. */
  private static final Pattern WORD =
      Pattern.compile("(?s)(?:\"(?:[^\"\\\\]++|\\\\.)*+(?:\"|\\\\?\\z)|[^\\s\"]++)++");

  private static final int ROOM = 75;

  private SevenBitHeader() {}

  /** True if the header has such an address, which only a server with SMTPUTF8 accepts. */
  public static boolean isNeeded(byte[] mail) {
    return !isAscii(mail, ownFields(mail));
  }

  /** Returns the mail without such addresses. */
  public static byte[] of(byte[] mail) {
    int end = ownFields(mail);
    ByteArrayOutputStream out = new ByteArrayOutputStream(mail.length);
    for (RawField field : RawFields.of(mail, end)) {
      String text = new String(mail, field.start(), field.end() - field.start(), UTF_8);
      out.writeBytes(asciiField(text).getBytes(UTF_8));
    }
    out.write(mail, end, mail.length - end);
    return out.toByteArray();
  }

  /** Adds a blank, because readers drop the one between encoded words (RFC 2047, 6.2). */
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

  /** Rewrites {@code <address>,} as a group without members. */
  private static String group(String word, String before) {
    boolean comma = word.endsWith(",");
    String address = word.substring(0, word.length() - (comma ? 1 : 0)).replaceAll("^<|>$", "");
    String blank = before.stripTrailing().endsWith("?=") ? " " : "";
    String name = String.join("\r\n ", EncodedWords.encode(blank + address, ROOM));
    return name + " :;" + (comma ? "," : "");
  }

  /**
   * Returns the end of the fields that may have such addresses and that this service wrote. Fields
   * below the {@code Resent-} block of a redirected mail belong to its author.
   */
  private static int ownFields(byte[] mail) {
    int end = 0;
    Set<String> names = FIELDS;
    for (RawField field : RawFields.of(mail)) {
      String name = field.name();
      boolean resent = name.startsWith("resent-");
      if (field.start() == 0 && resent) {
        names = RESENT;
      } else if (names.equals(RESENT) && !resent) {
        break;
      }
      end = names.contains(name) ? field.end() : end;
    }
    return end;
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
