package arashi.ingest;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.apache.james.mime4j.codec.DecoderUtil;

/**
 * The header fields in which mail programs store their own data, unfolded. Of repeated fields, the
 * first counts. Scans only for these fields; the parser reads the whole header.
 */
final class HeaderFields {
  /** Maximum bytes of a field: a label has up to 225 characters, and a mail some dozen. */
  private static final int MAX_FIELD = 64 << 10;

  private static final Set<String> WANTED =
      Set.of(
          "status",
          "x-status",
          "x-mozilla-status",
          "x-mozilla-status2",
          "x-mozilla-keys",
          "x-keywords",
          "x-gmail-labels",
          "x-gm-thrid",
          "x-imap",
          "x-imapbase",
          "subject",
          "content-length");

  private final Map<String, String> fields;

  private HeaderFields(Map<String, String> fields) {
    this.fields = fields;
  }

  /** Reads up to the first blank line. */
  static HeaderFields of(byte[] raw) {
    Map<String, String> fields = new HashMap<>();
    int at = 0;
    while (at < raw.length && raw[at] != '\n' && raw[at] != '\r') {
      int end = fieldEnd(raw, at);
      int colon = at;
      while (colon < end && raw[colon] != ':' && raw[colon] != '\n') {
        colon++;
      }
      if (colon < end && raw[colon] == ':' && end - at <= MAX_FIELD) {
        String name = new String(raw, at, colon - at, StandardCharsets.ISO_8859_1);
        String lower = name.strip().toLowerCase(Locale.ROOT);
        if (WANTED.contains(lower)) {
          fields.putIfAbsent(lower, text(raw, colon + 1, end));
        }
      }
      at = end;
    }
    return new HeaderFields(fields);
  }

  /** Returns the end of a field, including continuation lines, which begin with white space. */
  private static int fieldEnd(byte[] raw, int at) {
    int end = at;
    do {
      while (end < raw.length && raw[end] != '\n') {
        end++;
      }
      end = Math.min(end + 1, raw.length);
    } while (end < raw.length && (raw[end] == ' ' || raw[end] == '\t'));
    return end;
  }

  private static String text(byte[] raw, int from, int to) {
    ByteBuffer bytes = ByteBuffer.wrap(raw, from, to - from);
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      text = new String(raw, from, to - from, StandardCharsets.ISO_8859_1);
    }
    return text.replaceAll("\\r?\\n[ \\t]+", " ").strip();
  }

  /** Returns a field's text; empty if there is none. */
  String text(String name) {
    return fields.getOrDefault(name, "");
  }

  boolean has(String name) {
    return fields.containsKey(name);
  }

  /** Returns a field's text with its encoded words (RFC 2047) decoded. */
  String decoded(String name) {
    return DecoderUtil.decodeEncodedWords(text(name), DecodeMonitor.SILENT);
  }

  /** Returns a field as an unsigned decimal number; -1 if it is not one. */
  long number(String name) {
    String text = text(name);
    return text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
  }

  /** Returns a field as a hexadecimal number; 0 if it is not one. */
  long hex(String name) {
    return Optional.of(text(name))
        .filter(text -> text.matches("\\p{XDigit}{1,15}"))
        .map(text -> Long.parseLong(text, 16))
        .orElse(0L);
  }
}
