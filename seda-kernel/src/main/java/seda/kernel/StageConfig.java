package seda.kernel;

/**
 * What can be set for a stage.
 *
 * @param name unique in the graph
 * @param queueCapacity events that may wait; on processors, on each of them
 * @param batchSize the most events that a handler is given at once
 */
public record StageConfig(String name, int queueCapacity, int batchSize) {
  /** Queue capacity where none is said. */
  public static final int DEFAULT_QUEUE_CAPACITY = 1024;

  /** Batch size where none is said. */
  public static final int DEFAULT_BATCH_SIZE = 32;

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
  }

  /** The defaults under this name. */
  public static StageConfig named(String name) {
    return new StageConfig(name, DEFAULT_QUEUE_CAPACITY, DEFAULT_BATCH_SIZE);
  }

  /** The same with another queue capacity. */
  public StageConfig withQueueCapacity(int capacity) {
    return new StageConfig(name, capacity, batchSize);
  }

  /** The same with another batch size. */
  public StageConfig withBatchSize(int size) {
    return new StageConfig(name, queueCapacity, size);
  }
}
