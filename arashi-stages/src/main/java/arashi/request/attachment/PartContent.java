package arashi.request.attachment;

import arashi.mime.parse.PartStream;
import arashi.mime.view.PartInfo;
import java.io.IOException;

/** The content of one part of a mail, without its transfer encoding. */
final class PartContent implements SlicedContent {
  private final PartStream mail;
  private final PartInfo part;
  private boolean begun;
  private boolean ended;
  private long length = UNKNOWN;

  /** Owns {@code mail}, which must want the part. */
  PartContent(PartStream mail, PartInfo part) {
    this.mail = mail;
    this.part = part;
  }

  @Override
  public int read(byte[] into) throws IOException {
    int at = 0;
    while (at < into.length && !ended) {
      switch (mail.read(into, at)) {
        case WORKING -> {
          return at;
        }
        case BYTES -> {
          begin();
          at += mail.count();
        }
        case PART_END -> {
          begin();
          ended = true;
        }
        case MAIL_END -> {
          if (!begun) {
            throw new MissingPartException(part.n());
          }
          ended = true;
        }
      }
    }
    return at;
  }

  private void begin() {
    if (!begun) {
      begun = true;
      length = mail.isLeaf() ? part.size() : UNKNOWN;
    }
  }

  @Override
  public boolean isEnded() {
    return ended;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public void close() {
    Streams.close(mail);
  }
}
