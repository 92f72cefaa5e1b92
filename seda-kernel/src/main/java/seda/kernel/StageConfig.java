package seda.kernel;

import java.time.Duration;
import java.util.Optional;

/**
 * What can be set for a stage.
 *
 * @param name unique in the graph
 * @param queueCapacity credits that may wait, one an event unless the stage weighs them; on
 *     processors, on each of them
 * @param batchSize the most events that a handler is given at once
 * @param guaranteedShare of the queue's room and of the service, for each service class below the
 *     highest
 * @param stealable whether other processors may take batches from the one to which they came
 * @param target 90th percentile of the response time that is to be held, if any
 */
public record StageConfig(
    String name,
    int queueCapacity,
    int batchSize,
    double guaranteedShare,
    boolean stealable,
    Optional<Duration> target) {
  /** Queue capacity where none is said. */
  public static final int DEFAULT_QUEUE_CAPACITY = 1024;

  /** Batch size where none is said. */
  public static final int DEFAULT_BATCH_SIZE = 32;

  /** Guaranteed share where none is said. */
  public static final double DEFAULT_SHARE = 0.05;

  /** The largest guaranteed share. */
  public static final double MAX_SHARE = 0.5;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the stage, the value and what is allowed
   */
  public StageConfig {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a stage needs a name");
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

  /** The defaults under this name. */
  public static StageConfig named(String name) {
    return new StageConfig(
        name, DEFAULT_QUEUE_CAPACITY, DEFAULT_BATCH_SIZE, DEFAULT_SHARE, false, Optional.empty());
  }

  /** The same with another queue capacity. */
  public StageConfig withQueueCapacity(int capacity) {
    return new StageConfig(name, capacity, batchSize, guaranteedShare, stealable, target);
  }

  /** The same with another batch size. */
  public StageConfig withBatchSize(int size) {
    return new StageConfig(name, queueCapacity, size, guaranteedShare, stealable, target);
  }

  /** The same with another guaranteed share. */
  public StageConfig withGuaranteedShare(double share) {
    return new StageConfig(name, queueCapacity, batchSize, share, stealable, target);
  }

  /** The same, open to other processors or not. */
  public StageConfig withStealable(boolean open) {
    return new StageConfig(name, queueCapacity, batchSize, guaranteedShare, open, target);
  }

  /** The same with a response-time target. */
  public StageConfig withTarget(Duration percentile90) {
    return new StageConfig(
        name, queueCapacity, batchSize, guaranteedShare, stealable, Optional.of(percentile90));
  }
}
