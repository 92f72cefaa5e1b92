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
 * Settings from outside the code, like a configuration file. A {@link StageGraph} calls it while
 * domains and stages are declared and opened; values in code are then defaults. Immutable, so
 * several graphs may share one. Called by the thread that changes the graph.
 */
public interface Overrides {

  /** Settings of a stage that code may change while the graph runs. */
  enum Knob {
    /** The admission controller. */
    ADMISSION,
    /** The response-time target. */
    TARGET,
    /** The guaranteed share of each class below the highest. */
    GUARANTEED_SHARE
  }

  /**
   * An externally set value.
   *
   * @param key full name of the setting, as an administrator knows it
   * @param value value as written there
   */
  record Setting(String key, String value) {}

  /** Returns overrides that set nothing. */
  static Overrides none() {
    return new Overrides() {};
  }

  /** Returns the length of a measurement window. */
  default Duration window() {
    return Duration.ofSeconds(5);
  }

  /** Returns the time for which windows are kept. */
  default Duration history() {
    return Duration.ofHours(1);
  }

  /** Returns the configuration for processors that code declares. */
  default ProcessorsConfig processors(ProcessorsConfig declared) {
    return declared;
  }

  /** Returns the configuration for a pool that code declares. */
  default WorkerPoolConfig workerPool(WorkerPoolConfig declared) {
    return declared;
  }

  /** Returns the configuration for a stage that code declares. */
  default StageConfig stage(StageConfig declared) {
    return declared;
  }

  /** Returns the domain for a stage that is about to open; declares that domain if necessary. */
  default ThreadDomain domainOf(Stage<?> stage, StageGraph graph) {
    return stage.domain();
  }

  /**
   * Validates the settings when all stages and domains are declared, before anything starts.
   *
   * @throws IllegalArgumentException if a setting names an unknown stage or domain
   */
  default void check(StageGraph graph) {}

  /** True if the pool's size is controlled here; code that controls it has no effect. */
  default boolean controls(WorkerPool pool) {
    return false;
  }

  /** True if the stage's batch limit is controlled here; code that controls it has no effect. */
  default boolean controls(Stage<?> stage) {
    return false;
  }

  /**
   * Returns the setting of a knob of the named stage. It is in force while the graph runs: code
   * that changes knobs at run time must leave this one and show it as fixed. Any thread.
   */
  default Optional<Setting> setting(String stage, Knob knob) {
    return Optional.empty();
  }

  /** Applies the settings of a pool; returns the action that withdraws them. */
  default Runnable putInForce(WorkerPool pool, StageGraph graph) {
    return () -> {};
  }

  /** Applies the settings of a stage before it opens; returns the action that withdraws them. */
  default Runnable putInForce(Stage<?> stage, StageGraph graph) {
    return () -> {};
  }
}
