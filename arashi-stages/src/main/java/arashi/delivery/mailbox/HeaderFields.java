package arashi.delivery.mailbox;

import arashi.mime.header.RawField;
import arashi.mime.header.RawFields;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * Header fields of a raw mail up to the first empty line, unfolded (RFC 5322, 2.2.3), one char per
 * byte. The size is bounded, so a mail that is all header costs no more than others.
 */
final class HeaderFields {
  private static final int MAX_BYTES = 256 << 10;

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
    int end = 0;
    for (RawField field : RawFields.of(raw, MAX_BYTES)) {
      String name = field.spelledName().stripTrailing();
      if (!name.isEmpty()) {
        fields.add(new Field(name, field.body()));
      }
      end = field.end();
    }
    return new HeaderFields(fields, end < MAX_BYTES || raw.length == MAX_BYTES);
  }

  /** Returns all fields, in order. */
  List<Field> fields() {
    return Collections.unmodifiableList(fields);
  }

  /** False if the header exceeds the limit, so that fields may be missing. */
  boolean isWhole() {
    return whole;
  }

  /** Returns the bodies of all fields with a name, in order. */
  Stream<String> all(String name) {
    return fields.stream().filter(field -> field.name().equalsIgnoreCase(name)).map(Field::body);
  }
}
