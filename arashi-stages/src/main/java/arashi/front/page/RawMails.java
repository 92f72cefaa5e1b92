package arashi.front.page;

import arashi.front.RequestProblem;
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
 * Reads raw mails whole, within a memory budget. A mail takes up to three times its size while a
 * part of it is located. A request that does not fit fails at once, since waiting would hold a
 * shared thread. Any thread; blocks on the database.
 */
public final class RawMails {
  /** {@code Retry-After} of a request that does not fit; by then other mails are released. */
  public static final Duration UNTIL_USED = Duration.ofSeconds(2);

  private final Function<Sha256, Optional<byte[]>> stored;
  private final Budget memory;

  /** Consumer of a raw mail. */
  @FunctionalInterface
  public interface Use {
    /** Must not keep the mail. */
    void of(byte[] raw) throws RequestProblem, IOException;
  }

  /**
   * Mails of a store.
   *
   * @param maxMailBytes larger mails are not read
   * @param bytes memory of all mails held at the same time
   */
  public RawMails(Blobs blobs, long maxMailBytes, long bytes) {
    this(sha256 -> blobs.read(sha256, maxMailBytes), bytes);
  }

  RawMails(Function<Sha256, Optional<byte[]>> stored, long bytes) {
    this.stored = stored;
    this.memory = new Budget(bytes);
  }

  /**
   * Reads a mail and passes it to its consumer.
   *
   * @return false if the budget has no room now
   * @throws RequestProblem if there is no such mail, or {@code use} throws it
   */
  public boolean use(Message message, Use use) throws RequestProblem, IOException {
    return use(message.sha256(), message.item().size(), use);
  }

  /**
   * Reads a mail of known size and passes it to its consumer.
   *
   * @return false if the budget has no room now
   * @throws RequestProblem if there is no such mail, or {@code use} throws it
   */
  public boolean use(Sha256 mail, long size, Use use) throws RequestProblem, IOException {
    long bytes = Math.min(size, memory.bytes()); // the store has no mail above the whole budget
    if (!memory.tryTake(bytes)) {
      return false;
    }
    try {
      use.of(read(mail));
      return true;
    } finally {
      memory.giveBack(bytes);
    }
  }

  /** Work within the memory budget. */
  @FunctionalInterface
  public interface Work {
    /** Must not keep anything in memory. */
    void run() throws IOException;
  }

  /**
   * Runs work that needs the memory of a mail of this size.
   *
   * @return false if the budget has no room now
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
   * Reads a mail without the budget; for small mails only.
   *
   * @throws RequestProblem if there is no such mail
   */
  public byte[] read(Message message) throws RequestProblem {
    return read(message.sha256());
  }

  private byte[] read(Sha256 mail) throws RequestProblem {
    return stored.apply(mail).orElseThrow(() -> new RequestProblem(Problem.NOT_FOUND, "raw mail"));
  }
}
