package arashi.ingest;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** One mail of a {@link MailSource}. */
public final class FoundMail {
  private final byte[] raw;
  private final Optional<Instant> separated;
  private final Marks marks;
  private final Optional<Place> place;
  private final String where;

  FoundMail(
      byte[] raw, Optional<Instant> separated, Marks marks, Optional<Place> place, String where) {
    this.raw = raw;
    this.separated = separated;
    this.marks = marks;
    this.place = place;
    this.where = where;
  }

  /** The mail itself. Not a copy: it belongs to the receiver. */
  public byte[] raw() {
    return raw;
  }

  /**
   * What the source says of its date, beside the mail: of an mbox, the date of the separator, which
   * is that of its delivery or of an export.
   */
  public Optional<Instant> separated() {
    return separated;
  }

  /** What its reader had done with it. */
  public MailFlags flags() {
    return marks.flags();
  }

  /** Where it belongs, if its source says so. */
  public Optional<Place> place() {
    return place;
  }

  /** Other words that its reader gave it. */
  public Set<String> keywords() {
    return marks.keywords();
  }

  /** An id that all mails of its conversation have; empty if there is none. */
  public String thread() {
    return marks.thread();
  }

  /** The file, and for a file of many mails the offset in bytes: for messages to the user. */
  public String where() {
    return where;
  }
}
