package arashi.delivery.session;

import arashi.delivery.memory.MailMemory;
import com.typesafe.config.Config;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Limit;

/**
 * Memory of mails that arrive or wait to be stored, and what large mails may take of the service.
 *
 * @param bytes memory of all mails
 * @param largeTogether large mails that are parsed and stored at the same time
 * @param largeTime time for a large mail to arrive while others wait for its memory
 * @param largePatience wait of a complete large mail to be stored; half of it within the content
 */
public record MemoryConfig(
    long bytes, int largeTogether, Duration largeTime, Duration largePatience) {
  private static final Logger log = LoggerFactory.getLogger(MemoryConfig.class);
  private static final long LEAST_BYTES = 64 << 20;
  private static final int MAILS = 2;

  /** Part of the heap: a mail takes three times its size while it is parsed and stored. */
  private static final int PART_OF_HEAP = 6;

  /** Large mails leave the rest of the processors and of the store's threads to readers. */
  private static final int PART_OF_CORES = 2;

  private static final int PART_OF_THREADS = 3;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException with the key, the value and what is allowed
   */
  public MemoryConfig {
    Limit.atLeast("mail.delivery.large.together", largeTogether, 1);
    Limit.positive("mail.delivery.large.arrival-time", largeTime);
    Limit.positive("mail.delivery.large.patience", largePatience);
  }

  /**
   * Reads {@code mail.delivery.memory} and {@code mail.delivery.large}.
   *
   * @param heapBytes the largest heap; the memory is at most a sixth of it
   */
  static MemoryConfig of(Config config, long heapBytes) {
    long largest = config.getBytes("mail.max-mail-size");
    boolean auto = config.getString("mail.delivery.memory").equals("auto");
    long wanted =
        auto ? Math.max(LEAST_BYTES, MAILS * largest) : config.getBytes("mail.delivery.memory");
    Limit.atLeast("mail.delivery.memory", wanted, MailMemory.leastFor(largest));
    long bytes = Math.min(wanted, heapBytes / PART_OF_HEAP);
    if (!auto && bytes < wanted) {
      log.warn("mail.delivery.memory is {} bytes, a sixth of the heap, not {}", bytes, wanted);
    }
    return new MemoryConfig(
        bytes,
        together(config),
        config.getDuration("mail.delivery.large.arrival-time"),
        config.getDuration("mail.delivery.large.patience"));
  }

  private static int together(Config config) {
    if (!config.getString("mail.delivery.large.together").equals("auto")) {
      return config.getInt("mail.delivery.large.together");
    }
    int cores = Runtime.getRuntime().availableProcessors();
    int threads = config.getInt("mail.store-threads");
    return Math.max(1, Math.min(cores / PART_OF_CORES, threads / PART_OF_THREADS));
  }

  /** Returns the size of the largest mail, which must fit the memory. */
  long largestMail(long configured) {
    long largest = Math.min(configured, MailMemory.largestMail(bytes));
    if (largest < configured) {
      log.warn(
          "the heap has room for incoming mails of {} bytes, less than mail.max-mail-size = {}:"
              + " increase -Xmx",
          largest,
          configured);
    }
    return largest;
  }
}
