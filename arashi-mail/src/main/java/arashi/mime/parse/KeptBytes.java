package arashi.mime.parse;

import arashi.mime.limit.MimeLimits;

/** How many bytes of each kind a walk may still keep. One for a mail and the mails within it. */
final class KeptBytes {
  /** Bytes kept of a signature, to read its signer. */
  private static final int SIGNATURE_BYTES = 64 << 10;

  private int header;
  private int text;
  private int html;
  private int other;
  private int opened;

  KeptBytes(MimeLimits limits) {
    this.header = limits.maxAllHeaderBytes();
    this.text = limits.maxTextBytes();
    this.html = limits.maxHtmlBytes();
    this.other = limits.maxTextBytes();
    this.opened = limits.maxOpenedBytes();
  }

  /** Returns how much of a part's content may be kept. */
  int of(MimePart part) {
    if (part.isReadable()) {
      return part.isHtml() ? html : text;
    }
    if (part.isText() || part.isCalendar()) {
      return other;
    }
    if (part.isSignature()) {
      return Math.min(SIGNATURE_BYTES, opened);
    }
    return part.isCms() || part.isTnef() ? opened : 0;
  }

  /** Takes what was kept of a part's content. */
  void take(MimePart part, int kept) {
    if (!part.isReadable()) {
      if (part.isText() || part.isCalendar()) {
        other -= Math.min(other, kept);
      } else {
        takeOpened(Math.min(opened, kept));
      }
    } else if (part.isHtml()) {
      html -= Math.min(html, kept);
    } else {
      takeText(Math.min(text, kept));
    }
  }

  /** Takes the bytes of a header field; false if they do not fit. */
  boolean takeHeader(int bytes) {
    boolean fits = bytes <= header;
    header -= fits ? bytes : 0;
    return fits;
  }

  int text() {
    return text;
  }

  void takeText(int bytes) {
    text -= bytes;
  }

  int opened() {
    return opened;
  }

  void takeOpened(int bytes) {
    opened -= bytes;
  }
}
