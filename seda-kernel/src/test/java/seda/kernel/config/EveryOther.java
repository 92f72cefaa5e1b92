package seda.kernel.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import seda.kernel.AdmissionController;
import seda.kernel.CompletionObserver;
import seda.kernel.EnqueueResult;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;
import seda.kernel.Stage;
import seda.kernel.graph.StageGraph;

/** Admits every nth event of all its stages together. Registered for the tests of this module. */
public final class EveryOther implements AdmissionProvider {
  /**
   * Names of the stages whose events completed, and {@code closed} at the end; of the last graph.
   */
  static List<String> seen = List.of();

  /** For the service loader. */
  public EveryOther() {}

  @Override
  public String kind() {
    return "every-other";
  }

  @Override
  public Factory read(Section section) {
    int every = section.integer("every", 1).orElse(2);
    return graph -> {
      OfGraph policies = new OfGraph(graph, every);
      seen = policies.completed;
      return policies;
    };
  }

  private static final class OfGraph implements Policies {
    private final List<String> completed = new ArrayList<>();
    private final int every;
    private int asked;

    OfGraph(StageGraph graph, int every) {
      this.every = every;
      graph.timers().after(Duration.ofSeconds(1), () -> completed.add("timer"));
    }

    @Override
    public AdmissionController<Object> admission(Stage<?> stage) {
      return new OfStage(stage);
    }

    @Override
    public void close() {
      completed.add("closed");
    }

    private final class OfStage implements AdmissionController<Object>, CompletionObserver {
      private final Stage<?> stage;

      OfStage(Stage<?> stage) {
        this.stage = stage;
      }

      @Override
      public EnqueueResult admit(Object event, ServiceClass of, int credits, QueueState queue) {
        return asked++ % every == 0
            ? EnqueueResult.ACCEPTED
            : new EnqueueResult(EnqueueResult.Outcome.NOT_ADMITTED, Duration.ZERO);
      }

      @Override
      public void completed(ServiceClass of, long waiting, long service, long response) {
        completed.add(stage.name());
      }
    }
  }
}
