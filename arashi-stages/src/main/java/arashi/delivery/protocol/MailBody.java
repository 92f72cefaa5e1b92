package arashi.delivery.protocol;

import arashi.delivery.Reply;
import java.nio.ByteBuffer;
import java.util.Optional;
import seda.kernel.Budget;

/**
 * The content of one mail while it comes in. Once something is wrong with it, the content is
 * dropped, and what still comes is counted and thrown away.
 */
final class MailBody {
  private final long maxBytes;
  private final boolean refusesBareLineEnds;
  private final Content content;
  private Reply failure;
  private long thrownAway;
  private boolean afterCr; // in chunks

  MailBody(SessionConfig config, Budget memory) {
    this.maxBytes = config.limits().mailBytes();
    this.refusesBareLineEnds = config.refusesBareLineEnds();
    this.content = new Content(memory);
  }

  /** True if {@code octets} can be added. */
  boolean hasRoomFor(int octets) {
    return failure != null || content.hasRoomFor(octets);
  }

  /** Adds octets of the buffer, whose position stays. */
  void add(ByteBuffer from, int start, int end) {
    if (failure == null && content.size() + end - start > maxBytes) {
      fail(Replies.TOO_LARGE);
    }
    if (failure == null) {
      content.add(from, start, end);
    } else {
      thrownAway += end - start;
    }
  }

  /** Adds one octet. */
  void add(byte octet) {
    if (failure == null) {
      content.add(octet); // one more than allowed at most, until the next are added
    }
  }

  /** Adds octets of a chunk, and looks for line ends in them. */
  void addChunk(ByteBuffer from, int octets) {
    int start = from.position();
    if (refusesBareLineEnds && failure == null) {
      for (int i = start; i < start + octets; i++) {
        byte b = from.get(i);
        if (afterCr != (b == '\n')) {
          bareLineEnd();
        }
        afterCr = b == '\r';
      }
    }
    add(from, start, start + octets);
    from.position(start + octets);
  }

  /** No chunk follows. */
  void chunksEnd() {
    if (afterCr && refusesBareLineEnds) {
      bareLineEnd();
    }
  }

  /** A CR or LF of its own was found. */
  void bareLineEnd() {
    if (refusesBareLineEnds) {
      fail(Replies.BARE_LINE_END);
    }
  }

  /** Drops the content; the first reason stays. */
  void fail(Reply reason) {
    if (failure == null) {
      failure = reason;
      content.release();
    }
  }

  /** Why the mail can't be taken; empty if it can. */
  Optional<Reply> failure() {
    return Optional.ofNullable(failure);
  }

  /** True if more comes behind a failure than is worth reading. */
  boolean isEndless() {
    return thrownAway / 2 > maxBytes;
  }

  /** The content, for the caller to release. */
  Content take() {
    return content;
  }
}
