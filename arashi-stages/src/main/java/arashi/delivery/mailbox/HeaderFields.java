package arashi.delivery.mailbox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Header fields of a raw mail up to the first empty line, unfolded (RFC 5322, 2.2.3), one char per
 * byte. The size is bounded, so a mail that is all header costs no more than others.
 */
final class HeaderFields {
  private static final int MAX_BYTES = 256 << 10;

  private static final Pattern FOLD = Pattern.compile("\r?\n(?=[ \t])");

  private final List<Field> fields;
  private final boolean whole;

  private HeaderFields(List<Field> fields, boolean whole) {
    this.fields = fields;
    this.whole = whole;
  }

  /** A header field: its name as sent, its body stripped. */
  record Field(String name, String body) {}

  static HeaderFields of(byte[] raw) {
    List<Field> fields = new ArrayList<>();
    int length = Math.min(raw.length, MAX_BYTES);
    int start = 0;
    while (start < length && !isLineEnd(raw, start)) {
      int end = fieldEnd(raw, start, length);
      add(fields, new String(raw, start, end - start, ISO_8859_1));
      start = end;
    }
    return new HeaderFields(fields, start < length || length == raw.length);
  }

  /** Returns the start of the next field or of the empty line. */
  private static int fieldEnd(byte[] raw, int start, int length) {
    for (int at = start; at < length; at++) {
      boolean folds = at + 1 < length && (raw[at + 1] == ' ' || raw[at + 1] == '\t');
      if (raw[at] == '\n' && !folds) {
        return at + 1;
      }
    }
    return length;
  }

  private static boolean isLineEnd(byte[] raw, int at) {
    return raw[at] == '\n' || (raw[at] == '\r' && at + 1 < raw.length && raw[at + 1] == '\n');
  }

  private static void add(List<Field> fields, String text) {
    int colon = text.indexOf(':');
    if (colon > 0) {
      String body = FOLD.matcher(text.substring(colon + 1)).replaceAll("");
      fields.add(new Field(text.substring(0, colon).stripTrailing(), body.strip()));
    }
  }

  /** Returns all fields, in order. */
  List<Field> fields() {
    return Collections.unmodifiableList(fields);
  }

  /** False if the header is longer than what is read, so that fields may be missing. */
  boolean isWhole() {
    return whole;
  }

  /** Returns the bodies of all fields with a name, in order. */
  Stream<String> all(String name) {
    return fields.stream().filter(field -> field.name().equalsIgnoreCase(name)).map(Field::body);
  }
}
