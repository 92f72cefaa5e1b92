package arashi.front.route;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import seda.kernel.EventHandler;

/**
 * CPU work added to each request of a stage, for load tests on machines that are too small for the
 * offered load otherwise. The work is a number of hashed bytes, not a time: under contention it
 * takes longer, as real work does. It shrinks with the stage's quality. Thread-safe.
 */
public final class AddedWork {
  private static final int BLOCK = 1 << 14;

  private final long bytes;

  /**
   * Creates the work.
   *
   * @param bytes hashed for each request; 0 for no added work
   */
  public AddedWork(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("mail.added-work = " + bytes + ", must not be negative");
    }
    this.bytes = bytes;
  }

  /** Returns a handler that does the work before that of {@code handler}. */
  <E> EventHandler<E> before(EventHandler<E> handler) {
    return bytes == 0
        ? handler
        : new PreparedHandler<>(
            handler, (stage, request) -> run(QualityHeader.quality(stage, request)));
  }

  /** Does the work of one request at a quality. */
  void run(double quality) {
    if (bytes == 0) {
      return;
    }
    MessageDigest digest = sha256();
    byte[] block = new byte[BLOCK];
    for (long left = (long) (bytes * quality); left > 0; left -= block.length) {
      digest.update(block);
    }
    digest.digest(block);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) { // every Java platform has it
      throw new IllegalStateException(e);
    }
  }
}
