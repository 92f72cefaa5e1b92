package seda.kernel.config;

import seda.kernel.AdmissionController;
import seda.kernel.Stage;
import seda.kernel.graph.StageGraph;

/**
 * Admission policies from outside the kernel, by the name of their kind in a configuration:
 *
 * <pre>
 *   seda.admission { kind = NAME, …, stages = [search, show] }       one provider for several stages
 *   seda.stages.search.admission { kind = NAME, … }                  for one
 * </pre>
 *
 * <p>Found by {@link java.util.ServiceLoader} when a configuration is read. The kinds of the kernel
 * precede.
 */
public interface AdmissionProvider {

  /** Returns the name, the value of {@code kind}. */
  String kind();

  /**
   * Reads the settings of a section. Keys that it does not request are rejected.
   *
   * @throws GraphConfigException if a value does not fit
   */
  Factory read(Section section);

  /** Creates policies by settings. A configuration may serve several graphs. Immutable. */
  @FunctionalInterface
  interface Factory {
    /** Creates the policies of a graph, before its first stage of the section opens. */
    Policies open(StageGraph graph);
  }

  /**
   * The policies of a graph's stages. They may share state, like one bucket in front of all stages.
   */
  interface Policies {
    /**
     * Creates the policy of a stage that is about to open. If it implements {@link
     * seda.kernel.CompletionObserver}, it observes the stage's completed events. It may set the
     * stage's {@link Stage#quality}.
     */
    AdmissionController<Object> admission(Stage<?> stage);

    /** Ends timers, after the last of the stages ended. */
    default void close() {}
  }
}
