package seda.kernel.graph;

import java.time.Duration;
import java.util.Optional;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.ThreadDomain;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;

/**
 * What is set from outside of the code, like by a configuration file. A {@link StageGraph} asks it
 * as domains and stages are declared and opened; what code declares is then a default. Immutable,
 * so that several graphs may share one. Called by the thread that changes the graph.
 */
public interface Overrides {

  /** What of a stage can be set from outside, and by code while the graph runs. */
  enum Knob {
    /** Its admission controller. */
    ADMISSION,
    /** Its response-time target. */
    TARGET,
    /** What each class below the highest keeps of it. */
    GUARANTEED_SHARE
  }

  /**
   * A value that is set from outside.
   *
   * @param key full name, as people find it where it is set
   * @param value as it is written there
   */
  record Setting(String key, String value) {}

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

  /**
   * What is set here for a knob of the stage of that name. It is in force from the start of the
   * graph to its end: code that changes the knob while the graph runs must leave it, and show it as
   * set. Any thread.
   */
  default Optional<Setting> setting(String stage, Knob knob) {
    return Optional.empty();
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
