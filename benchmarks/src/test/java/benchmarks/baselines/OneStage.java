package benchmarks.baselines;

import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.config.GraphConfig;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/** Stages on one thread in virtual time, 10 ms per event, with the policy of a configuration. */
final class OneStage {
  static final Duration SERVICE = Duration.ofMillis(10);

  final Simulation simulation = new Simulation();
  final StageGraph graph;
  final List<Integer> answered = new ArrayList<>();
  final List<Integer> shed = new ArrayList<>();
  private final WorkerPool pool;

  /** An event; its number is that of its user. */
  record Event(int number) implements UserEvent {
    @Override
    public long user() {
      return number;
    }
  }

  OneStage(String hocon) {
    graph = simulation.graph(GraphConfig.of(ConfigFactory.parseString(hocon)));
    pool = graph.workerPool("pool", 1);
  }

  Stage<Event> stage(String name, Duration target) {
    Stage<Event> stage =
        graph.stage(StageConfig.named(name).withQueueCapacity(1_000).withBatchSize(1), pool);
    stage
        .targets(rank -> target.toNanos())
        .listener(new Shed())
        .handledBy(EventHandler.each(event -> answered.add(event.number())));
    simulation.serviceTime(stage, event -> (long) (stage.quality().value(0) * SERVICE.toNanos()));
    return stage;
  }

  private final class Shed implements EventListener<Event> {
    @Override
    public void failed(Event event, Throwable cause) {
      throw new AssertionError(cause);
    }

    @Override
    public void shed(Event event) {
      shed.add(event.number());
    }
  }

  /** Sends events at equal intervals; returns the number of those refused. */
  int send(Stage<Event> to, int count, Duration interval) {
    int refused = 0;
    for (int i = 0; i < count; i++) {
      EnqueueResult result = to.enqueue(new Event(i));
      refused += result.accepted() ? 0 : 1;
      simulation.run(interval);
    }
    return refused;
  }
}
