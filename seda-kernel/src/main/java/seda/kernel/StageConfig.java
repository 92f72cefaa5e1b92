package seda.kernel;

import java.time.Duration;
import java.util.Optional;

/**
 * Configuration of a stage.
 *
 * @param name name, unique in the graph
 * @param queueCapacity capacity in credits (one per event, unless the stage weighs them); on
 *     processors, of each processor's queue
 * @param batchSize largest batch, in events
 * @param guaranteedShare share of queue room and service for each service class below the highest
 * @param stealable true if other processors may take batches from the one that received the events
 * @param target target for the 90th percentile of the response time, if any
 */
public record StageConfig(
    String name,
    int queueCapacity,
    int batchSize,
    double guaranteedShare,
    boolean stealable,
    Optional<Duration> target) {
  /** Default queue capacity. */
  public static final int DEFAULT_QUEUE_CAPACITY = 1024;

  /** Default batch size. */
  public static final int DEFAULT_BATCH_SIZE = 32;

  /** Default guaranteed share. */
  public static final double DEFAULT_SHARE = 0.05;

  /** The largest guaranteed share. */
  public static final double MAX_SHARE = 0.5;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the stage, the value and the allowed range
   */
  public StageConfig {
    if (name.isBlank()) {
      throw new IllegalArgumentException("stage name is blank");
    }
    if (queueCapacity < 1) {
      throw new IllegalArgumentException(
          name + ".queue-capacity = " + queueCapacity + ", must be at least 1");
    }
    if (batchSize < 1) {
      throw new IllegalArgumentException(
          name + ".batch-size = " + batchSize + ", must be at least 1");
    }
    if (!(guaranteedShare >= 0 && guaranteedShare <= MAX_SHARE)) {
      throw new IllegalArgumentException(
          name + ".guaranteed-share = " + guaranteedShare + ", must be from 0 to 0.5");
    }
    if (target.isPresent() && (target.get().isNegative() || target.get().isZero())) {
      throw new IllegalArgumentException(
          name + ".target = " + target.get() + ", must be more than zero");
    }
  }

  /** Returns the defaults under this name. */
  public static StageConfig named(String name) {
    return new StageConfig(
        name, DEFAULT_QUEUE_CAPACITY, DEFAULT_BATCH_SIZE, DEFAULT_SHARE, false, Optional.empty());
  }

  /** Returns a copy with another queue capacity. */
  public StageConfig withQueueCapacity(int capacity) {
    return new StageConfig(name, capacity, batchSize, guaranteedShare, stealable, target);
  }

  /** Returns a copy with another batch size. */
  public StageConfig withBatchSize(int size) {
    return new StageConfig(name, queueCapacity, size, guaranteedShare, stealable, target);
  }

  /** Returns a copy with another guaranteed share. */
  public StageConfig withGuaranteedShare(double share) {
    return new StageConfig(name, queueCapacity, batchSize, share, stealable, target);
  }

  /** Returns a copy that other processors may or may not steal from. */
  public StageConfig withStealable(boolean open) {
    return new StageConfig(name, queueCapacity, batchSize, guaranteedShare, open, target);
  }

  /** Returns a copy with a response-time target. */
  public StageConfig withTarget(Duration percentile90) {
    return new StageConfig(
        name, queueCapacity, batchSize, guaranteedShare, stealable, Optional.of(percentile90));
  }
}
