package arashi.ingest;

import arashi.mime.header.RawField;
import arashi.mime.header.RawFields;
import arashi.mime.parse.HeaderText;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
    for (RawField field : RawFields.of(raw)) {
      String name = field.name();
      if (WANTED.contains(name) && field.end() - field.start() <= MAX_FIELD) {
        fields.putIfAbsent(name, field.text().replace('\t', ' '));
      }
    }
    return new HeaderFields(fields);
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
    return HeaderText.decodeText(text(name));
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
