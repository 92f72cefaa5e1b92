package seda.kernel.config;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.stream.Stream;
import seda.kernel.AdmissionController;
import seda.kernel.Stage;
import seda.kernel.graph.StageGraph;

/**
 * The policies of an {@link AdmissionProvider}. The stages of a graph share the provider's state;
 * two graphs do not. Thread-safe.
 */
final class ProvidedAdmission implements Admission {
  private final AdmissionProvider.Factory factory;

  // guarded by this
  private final Map<StageGraph, Open> byGraph = new HashMap<>();

  private static final class Open {
    final AdmissionProvider.Policies policies;
    int stages;

    Open(AdmissionProvider.Policies policies) {
      this.policies = policies;
    }
  }

  private ProvidedAdmission(AdmissionProvider.Factory factory) {
    this.factory = factory;
  }

  /** Returns the policies of the provider that has this name; empty if none has. */
  static Optional<Admission> read(String kind, Section section) {
    return providers()
        .filter(provider -> provider.kind().equals(kind))
        .findFirst()
        .map(provider -> new ProvidedAdmission(provider.read(section)));
  }

  /** Returns the names of all providers. */
  static Stream<String> kinds() {
    return providers().map(AdmissionProvider::kind);
  }

  private static Stream<AdmissionProvider> providers() {
    return ServiceLoader.load(AdmissionProvider.class).stream().map(ServiceLoader.Provider::get);
  }

  @Override
  public synchronized AdmissionController<Object> make(
      Stage<?> stage, StageGraph graph, Consumer<Runnable> ends) {
    Open open = byGraph.computeIfAbsent(graph, key -> new Open(factory.open(key)));
    open.stages++;
    ends.accept(() -> ended(graph));
    return open.policies.admission(stage);
  }

  private synchronized void ended(StageGraph graph) {
    Open open = byGraph.get(graph);
    if (--open.stages == 0) {
      byGraph.remove(graph);
      open.policies.close();
    }
  }
}
