package arashi.front;

import arashi.store.blob.Blobs;
import arashi.store.blob.Sha256;
import arashi.store.mail.Message;
import arashi.web.ErrorPage.Problem;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import seda.kernel.Budget;

/**
 * Reads raw mails whole, within a budget of memory: one takes up to three times its size until a
 * part of it is found. A request without room does not wait, since it would hold a thread that all
 * others need. Any thread; blocks on the database.
 */
public final class RawMails {
  /** {@code Retry-After} of a request without room: others have used their mails by then. */
  public static final Duration UNTIL_USED = Duration.ofSeconds(2);

  private final Function<Sha256, Optional<byte[]>> stored;
  private final Budget memory;

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
    this.memory = new Budget(bytes);
  }

  /**
   * Reads a mail and has it used.
   *
   * @return false if there is no room for it now
   * @throws RequestProblem if there is no such mail, or by its use
   */
  public boolean use(Message message, Use use) throws RequestProblem, IOException {
    // the store refuses what is larger than the whole budget
    long bytes = Math.min(message.item().size(), memory.bytes());
    if (!memory.tryTake(bytes)) {
      return false;
    }
    try {
      use.of(read(message));
      return true;
    } finally {
      memory.giveBack(bytes);
    }
  }

  /** What is done with memory. */
  @FunctionalInterface
  public interface Work {
    /** Leaves nothing of it in memory. */
    void run() throws IOException;
  }

  /**
   * Has something done that takes memory for a mail of this size.
   *
   * @return false if there is no room for it now
   */
  public boolean hold(long size, Work work) throws IOException {
    long bytes = Math.min(size, memory.bytes());
    if (!memory.tryTake(bytes)) {
      return false;
    }
    try {
      work.run();
      return true;
    } finally {
      memory.giveBack(bytes);
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
