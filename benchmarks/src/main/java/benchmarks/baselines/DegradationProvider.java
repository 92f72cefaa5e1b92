package benchmarks.baselines;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import seda.kernel.AdmissionController;
import seda.kernel.Stage;
import seda.kernel.config.AdmissionProvider;
import seda.kernel.config.Section;
import seda.kernel.graph.StageGraph;

/**
 * The papers' degradation for the stages in {@code degradable}, see {@link Degradation}. The other
 * stages have the papers' AIMD from the start. The service's own control of quality must be off.
 */
public final class DegradationProvider implements AdmissionProvider {
  @Override
  public String kind() {
    return "degradation";
  }

  @Override
  public Factory read(Section section) {
    Aimd aimd = Aimd.read(section);
    Set<String> degradable = section.names("degradable");
    Degradation.Settings settings =
        new Degradation.Settings(
            section.number("least", 0.01, 1).orElse(0.1),
            section.number("rise", 0.0001, 1).orElse(0.05),
            section.number("fall", 1.001, 1_000).orElse(1.2));
    return graph -> new Stages(aimd, settings, degradable, graph);
  }

  private static final class Stages implements Policies {
    private final List<Degradation> all = new ArrayList<>();
    private final Aimd aimd;
    private final Degradation.Settings settings;
    private final Set<String> degradable;
    private final StageGraph graph;

    Stages(Aimd aimd, Degradation.Settings settings, Set<String> degradable, StageGraph graph) {
      this.aimd = aimd;
      this.settings = settings;
      this.degradable = degradable;
      this.graph = graph;
    }

    @Override
    public synchronized AdmissionController<Object> admission(Stage<?> stage) {
      Degradation policy =
          new Degradation(stage, degradable.contains(stage.name()), settings, aimd, graph);
      all.add(policy);
      return policy;
    }

    @Override
    public synchronized void close() {
      all.forEach(Degradation::close);
    }
  }
}
