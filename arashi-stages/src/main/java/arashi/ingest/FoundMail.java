package arashi.ingest;

import java.time.Instant;
import java.util.Optional;

/** One mail of a {@link MailSource}. */
public final class FoundMail {
  private final byte[] raw;
  private final Optional<Instant> received;
  private final MailFlags flags;
  private final String where;

  FoundMail(byte[] raw, Optional<Instant> received, MailFlags flags, String where) {
    this.raw = raw;
    this.received = received;
    this.flags = flags;
    this.where = where;
  }

  /** The mail itself. Not a copy: it belongs to the receiver. */
  public byte[] raw() {
    return raw;
  }

  /** When it was delivered, if the source says so in its own words; never read from the mail. */
  public Optional<Instant> received() {
    return received;
  }

  /** What its reader had done with it. */
  public MailFlags flags() {
    return flags;
  }

  /** The file, and for a file of many mails the offset in bytes: for messages to the user. */
  public String where() {
    return where;
  }
}
