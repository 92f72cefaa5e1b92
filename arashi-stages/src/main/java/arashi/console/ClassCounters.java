package arashi.console;

import arashi.target.ServiceControl;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import seda.kernel.ClassSnapshot;
import seda.kernel.EnqueueResult;
import seda.kernel.GraphSnapshot;
import seda.kernel.ServiceClass;
import seda.kernel.Stage;
import seda.kernel.StageSnapshot;
import seda.kernel.graph.StageGraph;

/**
 * Counters of the stages for the current service classes. The kernel counts by rank; counts from
 * before a class got its rank belong to another class.
 */
final class ClassCounters {
  private final StageGraph graph;
  private final ServiceControl control;

  ClassCounters(StageGraph graph, ServiceControl control) {
    this.graph = graph;
    this.control = control;
  }

  /**
   * One class in one stage.
   *
   * @param name name of the class
   * @param now current figures of its rank
   * @param before figures when it got the rank; empty if there were none
   */
  record OfClass(String name, ClassSnapshot now, Optional<ClassSnapshot> before) {

    /** Returns the growth of a counter since the class got its rank. */
    long count(ToLongFunction<ClassSnapshot> counter) {
      return counter.applyAsLong(now) - before.map(counter::applyAsLong).orElse(0L);
    }

    /** Returns the events refused for that reason since the class got its rank. */
    long refused(EnqueueResult.Outcome reason) {
      return count(of -> of.refused().getOrDefault(reason, 0L));
    }
  }

  List<OfClass> of(StageSnapshot stage) {
    if (!graph.find(stage.stage()).map(Stage::isClassified).orElse(false)) {
      return stage.classes().stream()
          .map(one -> new OfClass(unclassified(one.rank()).name(), one, Optional.empty()))
          .toList();
    }
    List<OfClass> classes = new ArrayList<>();
    for (Map.Entry<ServiceClass, GraphSnapshot> one : control.since().entrySet()) {
      int rank = one.getKey().rank();
      Optional<ClassSnapshot> before =
          one.getValue().stages().stream()
              .filter(then -> then.stage().equals(stage.stage()))
              .findFirst()
              .flatMap(then -> of(then, rank));
      of(stage, rank).ifPresent(now -> classes.add(new OfClass(one.getKey().name(), now, before)));
    }
    return classes;
  }

  private static ServiceClass unclassified(int rank) {
    return rank == ServiceClass.BACKGROUND.rank() ? ServiceClass.BACKGROUND : ServiceClass.DEFAULT;
  }

  /** Returns a stage's figures of a rank, if it has seen the rank. */
  static Optional<ClassSnapshot> of(StageSnapshot stage, int rank) {
    return stage.classes().stream().filter(one -> one.rank() == rank).findFirst();
  }
}
