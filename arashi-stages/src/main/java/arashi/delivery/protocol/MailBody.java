package arashi.delivery.protocol;

import arashi.delivery.Reply;
import arashi.delivery.memory.Claim;
import arashi.delivery.memory.Claim.Growth;
import arashi.delivery.memory.MailMemory;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The content of one incoming mail. After a failure the content is dropped, and further octets are
 * counted and discarded.
 */
final class MailBody {
  private final long maxBytes;
  private final boolean refusesBareLineEnds;
  private final Content content;
  private Reply failure;
  private long thrownAway;
  private boolean afterCr; // within chunks

  MailBody(SessionConfig config, Claim claim) {
    this.maxBytes = config.limits().mailBytes();
    this.refusesBareLineEnds = config.refusesBareLineEnds();
    this.content = new Content(claim);
  }

  /** True if {@code octets} can be added; false if memory may come later. */
  boolean hasRoomFor(int octets) {
    if (failure != null) {
      return true;
    }
    Growth growth = content.makeRoom(octets);
    if (growth == Growth.NONE) {
      fail(Replies.NO_MEMORY);
    }
    return growth != Growth.WAIT;
  }

  /** True if a long wait costs less than the octets so far, which a refusal would waste. */
  boolean isLarge() {
    return failure == null && content.size() > MailMemory.SMALL_BYTES;
  }

  /** Adds octets of the buffer without moving its position. */
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

  void add(byte octet) {
    if (failure == null) {
      content.add(octet); // exceeds the limit by one at most, until the next add
    }
  }

  /** Adds octets of a chunk, checking its line ends. */
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

  /** Called after the last chunk. */
  void chunksEnd() {
    if (afterCr && refusesBareLineEnds) {
      bareLineEnd();
    }
  }

  /** Reports a bare CR or LF. */
  void bareLineEnd() {
    if (refusesBareLineEnds) {
      fail(Replies.BARE_LINE_END);
    }
  }

  /** Drops the content; the first reason is kept. */
  void fail(Reply reason) {
    if (failure == null) {
      failure = reason;
      content.release();
    }
  }

  /** Returns why the mail is refused; empty if it is fine. */
  Optional<Reply> failure() {
    return Optional.ofNullable(failure);
  }

  /** True if the discarded octets exceed their bound. */
  boolean isEndless() {
    return thrownAway / 2 > maxBytes;
  }

  /** Returns the complete content, which the caller must release. */
  Content take() {
    content.settle();
    return content;
  }
}
