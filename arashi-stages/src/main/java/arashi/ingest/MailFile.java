package arashi.ingest;

import arashi.ingest.Layout.Spot;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/** Reads the mails of one file or archive entry from its bytes. For one thread. */
final class MailFile {
  private static final long MIB = 1 << 20;

  private static final String PLIST = "<?xml";

  private final SourceLimits limits;
  private final MailVisitor visitor;

  MailFile(SourceLimits limits, MailVisitor visitor) {
    this.limits = limits;
    this.visitor = visitor;
  }

  /** A stream whose first bytes were examined and pushed back. */
  record Sniffed(FileShape shape, PushbackInputStream in) {
    static Sniffed of(InputStream in, String name, boolean inMaildir) throws IOException {
      byte[] head = in.readNBytes(FileShape.SNIFFED);
      PushbackInputStream all = new PushbackInputStream(in, Math.max(1, head.length));
      all.unread(head);
      return new Sniffed(FileShape.of(head, name, inMaildir), all);
    }
  }

  /**
   * Reads content that is not an archive.
   *
   * @param where the file, for messages
   * @param name the last part of its path
   */
  void read(Sniffed sniffed, String where, String name, Spot spot) throws IOException {
    PushbackInputStream in = sniffed.in();
    switch (sniffed.shape().kind()) {
      case MBOX -> mbox(in, where, spot);
      case ONE_MAIL -> one(in, where, name, spot);
      case EMLX -> emlx(in, where, spot);
      case ZIP, TAR, GZIP ->
          visitor.skipped(where, "an archive within an archive; unpack it first");
      case NO_MAIL -> visitor.skipped(where, sniffed.shape().reason());
    }
  }

  private void mbox(PushbackInputStream in, String where, Spot spot) throws IOException {
    MboxReader.MailSink sink =
        new MboxReader.MailSink() {
          @Override
          public void mail(byte[] raw, Optional<Instant> separator, long offset) {
            ofMbox(raw, separator, where + " at byte " + offset, spot);
          }

          @Override
          public void tooLarge(long offset) {
            skipLarge(where + " at byte " + offset);
          }
        };
    new MboxReader(LineEnds.unix(in), limits.maxMailBytes(), sink).read();
  }

  private void ofMbox(byte[] raw, Optional<Instant> separator, String where, Spot spot) {
    HeaderFields fields = HeaderFields.of(raw);
    MailMarks marks = MailMarks.ofHeader(fields);
    boolean internal = fields.has("x-imap") || fields.has("x-imapbase");
    if (internal && fields.text("subject").contains("FOLDER INTERNAL DATA")) {
      visitor.skipped(where, "not mail: internal data of a mail server");
    } else if (!KnownFields.areIn(raw)) {
      visitor.skipped(where, "not mail: no known mail header field");
    } else if (marks.deleted()) {
      visitor.skipped(where, "marked as deleted");
    } else {
      visitor.mail(new FoundMail(raw, separator, marks, marks.place(spot.place()), where));
    }
  }

  private void one(InputStream in, String where, String name, Spot spot) throws IOException {
    byte[] raw = whole(in, where);
    if (raw.length > 0) {
      MailMarks marks =
          spot.inMaildir()
              ? MailMarks.ofMaildir(name, spot.keywords())
              // it was saved as a file on purpose, so ignore a deletion mark
              : MailMarks.ofHeader(HeaderFields.of(raw)).kept();
      visitor.mail(new FoundMail(raw, Optional.empty(), marks, marks.place(spot.place()), where));
    }
  }

  /** Reads Apple Mail's format: the number of bytes of the mail, the mail, and a property list. */
  private void emlx(InputStream in, String where, Spot spot) throws IOException {
    byte[] all = whole(in, where);
    if (all.length == 0) {
      return;
    }
    int from = 0;
    while (all[from] < '0' || all[from] > '9') { // blank lines or a BOM; FileShape saw a digit
      from++;
    }
    while (all[from] != '\n') {
      from++;
    }
    from++;
    String count = new String(all, 0, from, StandardCharsets.ISO_8859_1).strip();
    String text = new String(all, StandardCharsets.ISO_8859_1);
    long declared = from + Long.parseLong(count.replaceAll("\\D", ""));
    int list = text.lastIndexOf(PLIST);
    int end = declared <= all.length ? (int) declared : list > from ? list : all.length;
    MailMarks marks = MailMarks.ofPropertyList(text.substring(end));
    if (marks.deleted()) {
      visitor.skipped(where, "marked as deleted");
    } else {
      byte[] raw = Arrays.copyOfRange(all, from, end);
      visitor.mail(new FoundMail(raw, Optional.empty(), marks, marks.place(spot.place()), where));
    }
  }

  /** Reads all bytes; returns none, and reports it, if there are too many. */
  private byte[] whole(InputStream in, String where) throws IOException {
    byte[] raw = in.readNBytes(limits.maxMailBytes());
    if (raw.length == limits.maxMailBytes() && in.read() >= 0) {
      skipLarge(where);
      return new byte[0];
    }
    return raw;
  }

  private void skipLarge(String where) {
    long bytes = limits.maxMailBytes();
    String size = bytes % MIB == 0 ? bytes / MIB + " MiB" : bytes + " bytes";
    visitor.skipped(where, "larger than mail.max-mail-size = " + size);
  }
}
