package seda.kernel;

import java.time.Duration;

/**
 * What is set from outside of the code, like by a configuration file. A {@link StageGraph} asks it
 * as domains and stages are declared and opened; what code declares is then a default. Immutable,
 * so that several graphs may share one. Called by the thread that changes the graph.
 */
public interface Overrides {

  /** Sets nothing. */
  static Overrides none() {
    return new Overrides() {};
  }

  /** How long a window is, in which times are gathered. */
  default Duration window() {
    return Duration.ofSeconds(5);
  }

  /** How far back the windows are kept. */
  default Duration history() {
    return Duration.ofHours(1);
  }

  /** What holds for processors that code declares like this. */
  default ProcessorsConfig processors(ProcessorsConfig declared) {
    return declared;
  }

  /** What holds for a pool that code declares like this. */
  default WorkerPoolConfig workerPool(WorkerPoolConfig declared) {
    return declared;
  }

  /** What holds for a stage that code declares like this. */
  default StageConfig stage(StageConfig declared) {
    return declared;
  }

  /** Who runs a stage that is about to be opened; declares that domain if need be. */
  default ThreadDomain domainOf(Stage<?> stage, StageGraph graph) {
    return stage.domain();
  }

  /**
   * Called when all is declared, before anything starts.
   *
   * @throws IllegalArgumentException if something is set for what there isn't
   */
  default void check(StageGraph graph) {}

  /** True if the size of the pool is set here: what code says of it is passed over. */
  default boolean controls(WorkerPool pool) {
    return false;
  }

  /** True if the stage's batch limit is set here: what code says of it is passed over. */
  default boolean controls(Stage<?> stage) {
    return false;
  }

  /** Puts in force what is set for a pool; returns what ends that. */
  default Runnable putInForce(WorkerPool pool, StageGraph graph) {
    return () -> {};
  }

  /** Puts in force what is set for a stage, just before it is opened; returns what ends that. */
  default Runnable putInForce(Stage<?> stage, StageGraph graph) {
    return () -> {};
  }
}
