package arashi.delivery.protocol;

import java.nio.ByteBuffer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A BDAT chunk being received (RFC 3030, 2). A refused chunk must be read too. */
final class Chunk implements BodyReader {
  private static final Pattern ARGUMENT = Pattern.compile("([0-9]{1,18})( +(?i:LAST))?");

  private final boolean last;
  private long left;
  private MailBody body; // null if the octets are discarded

  private Chunk(long left, boolean last) {
    this.left = left;
    this.last = last;
  }

  /**
   * Parses the argument of BDAT.
   *
   * @throws RefusedException if it is malformed; the next octets then count as a command, because
   *     no chunk size is known
   */
  static Chunk of(String argument) throws RefusedException {
    Matcher matcher = ARGUMENT.matcher(argument);
    if (!matcher.matches()) {
      throw new RefusedException(Replies.BAD_CHUNK);
    }
    return new Chunk(Long.parseLong(matcher.group(1)), matcher.group(2) != null);
  }

  /** Directs the octets into a mail. */
  void into(MailBody mail) {
    body = mail;
  }

  /** Octets that are still to come. */
  long left() {
    return left;
  }

  boolean isLast() {
    return last;
  }

  @Override
  public Progress read(ByteBuffer in) {
    int octets = (int) Math.min(left, in.remaining());
    if (left > 0 && octets == 0) {
      return Progress.INPUT;
    }
    if (body == null) {
      in.position(in.position() + octets);
    } else if (body.hasRoomFor(octets)) {
      body.addChunk(in, octets);
    } else {
      return Progress.MEMORY;
    }
    left -= octets;
    if (left > 0) {
      return Progress.INPUT;
    }
    if (last && body != null) {
      body.chunksEnd();
    }
    return body != null && body.isEndless() ? Progress.ENDLESS : Progress.END;
  }
}
