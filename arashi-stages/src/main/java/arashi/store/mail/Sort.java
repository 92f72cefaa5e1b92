package arashi.store.mail;

import java.util.Arrays;
import java.util.Optional;

/** By what a listing is ordered. Each is a key of the table; equal values are ordered by uid. */
public enum Sort {
  /** Time of receipt. */
  DATE('d', "received_at", "item_by_date"),
  /** Sender, without regard to case. */
  SENDER('f', "from_key", "item_by_sender"),
  /** Subject, without regard to case, Re: and Fwd:. */
  SUBJECT('s', "subject_key", "item_by_subject"),
  /** Bytes of the raw mail. */
  SIZE('z', "size", "item_by_size");

  /** In page keys. */
  final char code;

  final String column;
  final String index;

  Sort(char code, String column, String index) {
    this.code = code;
    this.column = column;
    this.index = index;
  }

  boolean numeric() {
    return this == DATE || this == SIZE;
  }

  static Optional<Sort> ofCode(char code) {
    return Arrays.stream(values()).filter(sort -> sort.code == code).findFirst();
  }
}
