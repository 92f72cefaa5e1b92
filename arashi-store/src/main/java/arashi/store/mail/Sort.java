package arashi.store.mail;

import java.util.Arrays;
import java.util.Optional;

/** Sort key of a listing. Each has an index of the table; equal values are ordered by uid. */
public enum Sort {
  /** Time of receipt. */
  DATE('d', "received_at", "item_by_date"),
  /** Sender, case-insensitive. */
  SENDER('f', "from_key", "item_by_sender"),
  /** Subject, case-insensitive, without Re: and Fwd:. */
  SUBJECT('s', "subject_key", "item_by_subject"),
  /** Bytes of the raw mail. */
  SIZE('z', "size", "item_by_size");

  /** Code in page keys. */
  final char code;

  private final String column;
  final String index;

  Sort(char code, String column, String index) {
    this.code = code;
    this.column = column;
    this.index = index;
  }

  /** Returns the column of a table's alias. */
  String of(String alias) {
    return alias + "." + column;
  }

  boolean numeric() {
    return this == DATE || this == SIZE;
  }

  static Optional<Sort> ofCode(char code) {
    return Arrays.stream(values()).filter(sort -> sort.code == code).findFirst();
  }
}
