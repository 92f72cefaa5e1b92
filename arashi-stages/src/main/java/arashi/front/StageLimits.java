package arashi.front;

import com.typesafe.config.Config;

/**
 * Threads and queues of the request stages.
 *
 * @param storeThreads threads of the mail-store pool, each with one database connection
 * @param queueCapacity requests that may wait in each stage
 * @param returnsPerSecond bound on refused requests of one class whose {@code Retry-After} ends in
 *     the same second
 * @param reads when the reads of a request end
 */
public record StageLimits(
    int storeThreads, int queueCapacity, int returnsPerSecond, ReadLimits reads) {
  /** Refusals per second that take about a tenth of a slow core. */
  private static final int RETURNS_PER_CORE = 150;

  /** Checks the values. */
  public StageLimits {
    atLeastOne("store-threads", storeThreads);
    atLeastOne("queue-capacity", queueCapacity);
    atLeastOne("returns-per-second", returnsPerSecond);
  }

  private static void atLeastOne(String key, long value) {
    if (value < 1) {
      throw new IllegalArgumentException("mail." + key + " = " + value + ", must be at least 1");
    }
  }

  /** Reads {@code mail}. */
  public static StageLimits of(Config config) {
    return new StageLimits(
        config.getInt("mail.store-threads"),
        config.getInt("mail.queue-capacity"),
        config.getString("mail.returns-per-second").equals("auto")
            ? RETURNS_PER_CORE * Runtime.getRuntime().availableProcessors()
            : config.getInt("mail.returns-per-second"),
        ReadLimits.of(config));
  }
}
