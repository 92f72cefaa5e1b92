package arashi.ingest;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** One mail of a {@link MailSource}. */
public final class FoundMail {
  private final byte[] raw;
  private final Optional<Instant> separated;
  private final MailMarks marks;
  private final Optional<FolderPath> place;
  private final String where;

  FoundMail(
      byte[] raw,
      Optional<Instant> separated,
      MailMarks marks,
      Optional<FolderPath> place,
      String where) {
    this.raw = raw;
    this.separated = separated;
    this.marks = marks;
    this.place = place;
    this.where = where;
  }

  /** Returns the mail's bytes; not a copy: the receiver owns the array. */
  public byte[] raw() {
    return raw;
  }

  /**
   * Returns the date given by the source outside the mail. For an mbox it is the date of the
   * separator: that of the delivery or of an export.
   */
  public Optional<Instant> separated() {
    return separated;
  }

  /** Returns its flags in the source. */
  public MailFlags flags() {
    return marks.flags();
  }

  /** Returns its target folder, if the source gives one. */
  public Optional<FolderPath> place() {
    return place;
  }

  /** Returns its other keywords in the source. */
  public Set<String> keywords() {
    return marks.keywords();
  }

  /** Returns an id shared by all mails of its conversation; empty if there is none. */
  public String thread() {
    return marks.thread();
  }

  /** Returns the file, and the byte offset in a file of many mails; for messages to the user. */
  public String where() {
    return where;
  }
}
