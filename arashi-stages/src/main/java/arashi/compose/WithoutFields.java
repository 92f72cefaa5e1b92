package arashi.compose;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Copies a mail without some fields of its header: {@code Bcc}, which the writer's own copy may
 * have and other recipients may not; and in a redirected mail, what earlier deliveries and programs
 * noted in it, which the next server would take for its own (RFC 5321, 4.4; loops by {@code
 * Delivered-To}). Lines end with LF, CRLF, or a bare CR, as readers accept them. Buffers only the
 * start of one line. One use, one thread; does not close its target.
 */
final class WithoutFields extends OutputStream {
  /** Enough for the field's name and trailing blanks. */
  private static final int MAX_START = 100;

  /** Fields that a mail loses when it is forwarded as a file. */
  static final Pattern FORWARDED = named("(?:Resent-)?Bcc");

  /** Fields that a mail loses when it is redirected. */
  static final Pattern REDIRECTED =
      named(
          "(?:Resent-)?Bcc|Return-Path|Delivered-To|Envelope-To|X-Original-To|X-Delivered-To"
              + "|X-Envelope-(?:To|From)|X-Rcpt-To|X-Real-To|X-Resolved-To|X-Forwarded-(?:To|For)"
              + "|X-Gm-Original-To|X-Apparently-To|X-Gmail-Labels|X-GM-(?:THRID|MSGID|LABELS)"
              + "|X-Gmail-Received|X-Received-To|Status|X-Status|X-Keywords|X-UIDL?"
              + "|X-Mozilla-(?:Status2?|Keys)|X-Evolution|X-Folder|X-Dovecot-[a-z-]{1,40}");

  /** The separator line that an mbox puts before a mail. */
  private static final Pattern MBOX = Pattern.compile(">?From .*", Pattern.DOTALL);

  /** Position of the next octet. */
  private enum Place {
    BEFORE,
    HEADER,
    BODY
  }

  private final OutputStream out;
  private final Pattern dropped;
  private final ByteArrayOutputStream start = new ByteArrayOutputStream(MAX_START);
  private Place place = Place.BEFORE;

  /** True while the line's kind is undecided; then {@link #start} has all of it. */
  private boolean open = true;

  private boolean drops;

  /** Pending CRs; each ends a line unless LF follows. */
  private int returns;

  WithoutFields(OutputStream out, Pattern dropped) {
    this.out = out;
    this.dropped = dropped;
  }

  private static Pattern named(String names) {
    return Pattern.compile("(?i)(?:\u00ef\u00bb\u00bf)?(?:" + names + ")[ \\t]*:");
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

  /** Writes the pending octets at the end of the mail. */
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
    if (place == Place.BODY) { // bare CRs have ended the header
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

  /** Ends a line; an empty line ends a header that has begun. */
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

  /** Decides by its start whether the line is dropped; a folded line follows its field. */
  private void settle() throws IOException {
    if (!open || start.size() == 0) {
      return;
    }
    String text = start.toString(StandardCharsets.ISO_8859_1);
    place = place == Place.BEFORE && MBOX.matcher(text).matches() ? place : Place.HEADER;
    boolean folded = text.startsWith(" ") || text.startsWith("\t");
    drops = folded ? drops : dropped.matcher(text).matches();
    if (!drops) {
      start.writeTo(out);
    }
    start.reset();
    open = false;
  }
}
