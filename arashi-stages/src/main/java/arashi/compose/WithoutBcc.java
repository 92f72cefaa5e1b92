package arashi.compose;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Passes a mail on as it is, but without the {@code Bcc} fields of its header: a writer's own copy
 * may have them, and nobody else may see them. Lines end by LF, CR LF, or by CR alone, as readers
 * take them. Holds the start of one line. One use, one thread; does not close what it writes to.
 */
final class WithoutBcc extends OutputStream {
  /** Enough for the name of the field, and blanks behind it. */
  private static final int MAX_START = 100;

  private static final Pattern BCC =
      Pattern.compile("(?i)(?:\u00ef\u00bb\u00bf)?(?:Resent-)?Bcc[ \\t]*:");

  /** The line that an mbox puts before a mail. */
  private static final Pattern MBOX = Pattern.compile(">?From .*", Pattern.DOTALL);

  /** Where an octet stands. */
  private enum Place {
    BEFORE,
    HEADER,
    BODY
  }

  private final OutputStream out;
  private final ByteArrayOutputStream start = new ByteArrayOutputStream(MAX_START);
  private Place place = Place.BEFORE;

  /** What the line is, is still open: all of it is in {@link #start}. */
  private boolean open = true;

  private boolean drops;

  /** CRs that end a line each, unless LF follows. */
  private int returns;

  WithoutBcc(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(int octet) throws IOException {
    if (place == Place.BODY) {
      out.write(octet);
    } else if (octet == '\r') {
      returns++;
    } else if (octet == '\n') {
      int before = returns;
      returns = 0;
      end("\r".repeat(before) + "\n");
    } else {
      endAtReturns();
      next(octet);
    }
  }

  @Override
  public void write(byte[] octets, int from, int length) throws IOException {
    int at = from;
    while (at < from + length && place != Place.BODY) {
      write(octets[at++]);
    }
    out.write(octets, at, from + length - at);
  }

  /** Writes what is still held: the mail is at its end. */
  void finish() throws IOException {
    endAtReturns();
    settle();
  }

  private void endAtReturns() throws IOException {
    for (; returns > 0; returns--) {
      end("\r");
    }
  }

  private void next(int octet) throws IOException {
    if (place == Place.BODY) { // CRs alone have ended the header
      out.write(octet);
    } else if (open) {
      start.write(octet);
      if (octet == ':' || start.size() == MAX_START) {
        settle();
      }
    } else if (!drops) {
      out.write(octet);
    }
  }

  /** Ends a line; an empty one ends the header once that has begun. */
  private void end(String by) throws IOException {
    boolean empty = open && start.size() == 0;
    if (empty) {
      drops = false;
      place = place == Place.BEFORE ? place : Place.BODY;
    } else {
      settle();
    }
    if (!drops) {
      out.write(by.getBytes(StandardCharsets.US_ASCII));
    }
    open = true;
  }

  /** Decides what the line is by its start: a folded field goes on as it began. */
  private void settle() throws IOException {
    if (!open || start.size() == 0) {
      return;
    }
    String text = start.toString(StandardCharsets.ISO_8859_1);
    place = place == Place.BEFORE && MBOX.matcher(text).matches() ? place : Place.HEADER;
    boolean folded = text.startsWith(" ") || text.startsWith("\t");
    drops = folded ? drops : BCC.matcher(text).matches();
    if (!drops) {
      start.writeTo(out);
    }
    start.reset();
    open = false;
  }
}
