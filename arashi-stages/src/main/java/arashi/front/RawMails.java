package arashi.front;

import arashi.store.Blobs;
import arashi.store.Message;
import arashi.store.Sha256;
import arashi.web.ErrorPage.Problem;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Raw mails as a whole, no more of them at the same time than there is memory for: one takes up to
 * three times its size until a part of it is found. Whoever finds no room is told so and does not
 * wait, for he would hold a thread that all others need. Any thread; blocks on the database.
 */
public final class RawMails {
  /** When those may come back who found no room: others have used theirs by then. */
  public static final Duration UNTIL_USED = Duration.ofSeconds(2);

  private final Function<Sha256, Optional<byte[]>> stored;
  private final long all;
  private final AtomicLong left;

  /** What is done with a mail. */
  @FunctionalInterface
  public interface Use {
    /** The mail must not be kept. */
    void of(byte[] raw) throws RequestProblem, IOException;
  }

  /**
   * Those of a store.
   *
   * @param maxMailBytes larger mails are not read
   * @param bytes of all mails that are held at the same time
   */
  public RawMails(Blobs blobs, long maxMailBytes, long bytes) {
    this(sha256 -> blobs.read(sha256, maxMailBytes), bytes);
  }

  RawMails(Function<Sha256, Optional<byte[]>> stored, long bytes) {
    this.stored = stored;
    this.all = bytes;
    this.left = new AtomicLong(bytes);
  }

  /**
   * Reads a mail and has it used.
   *
   * @return false if there is no room for it now
   * @throws RequestProblem if there is no such mail, or by its use
   */
  public boolean use(Message message, Use use) throws RequestProblem, IOException {
    long bytes = Math.min(message.item().size(), all); // what is larger is refused by the store
    if (left.addAndGet(-bytes) < 0) {
      left.addAndGet(bytes);
      return false;
    }
    try {
      use.of(read(message));
      return true;
    } finally {
      left.addAndGet(bytes);
    }
  }

  /**
   * Reads a mail without asking for room: only for mails that are small.
   *
   * @throws RequestProblem if there is no such mail
   */
  public byte[] read(Message message) throws RequestProblem {
    return stored
        .apply(message.sha256())
        .orElseThrow(() -> new RequestProblem(Problem.NOT_FOUND, "raw mail"));
  }
}
