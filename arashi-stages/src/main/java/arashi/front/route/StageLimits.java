package arashi.front.route;

import com.typesafe.config.Config;
import seda.kernel.Limit;

/**
 * Threads and queues of the request stages.
 *
 * @param storeThreads threads of the mail-store pool, each with one database connection
 * @param queueCapacity requests that may wait in each stage
 * @param returnsPerSecond bound on refused requests of one class whose {@code Retry-After} ends in
 *     the same second
 * @param completeBusyPages busy pages per second with the user's folders; further ones are brief
 * @param reads when the reads of a request end
 */
public record StageLimits(
    int storeThreads,
    int queueCapacity,
    int returnsPerSecond,
    int completeBusyPages,
    ReadLimits reads) {
  /** Refusals per second that take about a tenth of a slow core. */
  private static final int RETURNS_PER_CORE = 150;

  /** Pages per second that take about a hundredth of a core. */
  private static final int COMPLETE_PER_CORE = 25;

  /** Checks the values. */
  public StageLimits {
    Limit.atLeast("mail.store-threads", storeThreads, 1);
    Limit.atLeast("mail.queue-capacity", queueCapacity, 1);
    Limit.atLeast("mail.returns-per-second", returnsPerSecond, 1);
    Limit.atLeast("mail.complete-busy-pages", completeBusyPages, 1);
  }

  /** Reads {@code mail}. */
  public static StageLimits of(Config config) {
    return new StageLimits(
        config.getInt("mail.store-threads"),
        config.getInt("mail.queue-capacity"),
        perCore(config, "mail.returns-per-second", RETURNS_PER_CORE),
        perCore(config, "mail.complete-busy-pages", COMPLETE_PER_CORE),
        ReadLimits.of(config));
  }

  private static int perCore(Config config, String key, int auto) {
    return config.getString(key).equals("auto")
        ? auto * Runtime.getRuntime().availableProcessors()
        : config.getInt(key);
  }
}
