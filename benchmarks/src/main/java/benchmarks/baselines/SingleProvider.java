package benchmarks.baselines;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import seda.kernel.AdmissionController;
import seda.kernel.Stage;
import seda.kernel.admission.ResponseTimeAdmission;
import seda.kernel.config.AdmissionProvider;
import seda.kernel.config.Section;
import seda.kernel.graph.StageGraph;

/**
 * One controller for the whole service [USITS, figure 11]: one bucket in front of all request
 * types, whose rate the papers' controller sets by one 90th percentile over all of them. Its target
 * is the shortest of the stages.
 */
public final class SingleProvider implements AdmissionProvider {
  @Override
  public String kind() {
    return "single";
  }

  @Override
  public Factory read(Section section) {
    Aimd aimd = Aimd.read(section);
    return graph -> new Single(aimd, graph);
  }

  private static final class Single implements Policies {
    private final List<Stage<?>> stages = new CopyOnWriteArrayList<>();
    private final ResponseTimeAdmission admission;

    Single(Aimd aimd, StageGraph graph) {
      admission = aimd.start(this::shortestTarget, graph);
    }

    private long shortestTarget() {
      return stages.stream()
          .mapToLong(stage -> stage.targets().nanos(0))
          .filter(nanos -> nanos > 0)
          .min()
          .orElse(0);
    }

    @Override
    public AdmissionController<Object> admission(Stage<?> stage) {
      stages.add(stage);
      return admission;
    }

    @Override
    public void close() {
      admission.close();
    }
  }
}
