package seda.kernel.graph;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Processors;
import seda.kernel.ThreadDomain;
import seda.kernel.WorkerPool;
import seda.kernel.runtime.DomainThread;
import seda.kernel.runtime.QueuedStage;
import seda.kernel.runtime.RuntimeDomain;
import seda.kernel.runtime.SharedPool;

/**
 * Starts and ends the stages and domains of a graph. What {@link Overrides} set for each is put in
 * force before it runs, and ended with it. Called by the thread that changes the graph.
 */
final class Lifecycle {
  private static final Logger log = LoggerFactory.getLogger(Lifecycle.class);
  private static final long DRAIN_CHECK_NANOS = Duration.ofMillis(2).toNanos();

  private final StageGraph graph;
  private final Overrides overrides;

  /** What ends the overrides of a stage or pool. */
  private final Map<Object, Runnable> inForce = new HashMap<>();

  Lifecycle(StageGraph graph, Overrides overrides) {
    this.graph = graph;
    this.overrides = overrides;
  }

  /**
   * Prepares the stages and starts the domains; the stages are not opened yet. If anything fails,
   * what had started is stopped and the failure thrown.
   *
   * @param domains may grow meanwhile, by those that {@link Overrides} declare
   */
  void start(List<QueuedStage<?>> stages, List<RuntimeDomain> domains) {
    List<QueuedStage<?>> prepared = new ArrayList<>();
    List<RuntimeDomain> running = new ArrayList<>();
    try {
      stages.forEach(this::place);
      overrides.check(graph);
      for (QueuedStage<?> stage : stages) {
        prepare(stage);
        prepared.add(stage);
      }
      for (RuntimeDomain domain : domains) {
        running.add(domain);
        start(domain);
      }
    } catch (RuntimeException | Error e) {
      endOverrides();
      running.forEach(RuntimeDomain::stop);
      prepared.forEach(QueuedStage::close);
      prepared.forEach(QueuedStage::end);
      throw e;
    }
  }

  void start(RuntimeDomain domain) {
    domain.start();
    if (domain instanceof WorkerPool pool) {
      inForce.put(pool, overrides.putInForce(pool, graph));
    }
  }

  /** Opens a stage while the graph runs. */
  void open(QueuedStage<?> stage) {
    place(stage);
    prepare(stage);
    stage.open();
  }

  private void place(QueuedStage<?> stage) {
    ThreadDomain domain = overrides.domainOf(stage, graph);
    if (stage.isBlocking() && domain instanceof Processors) {
      throw new IllegalStateException(
          "stage "
              + stage.name()
              + " blocks, so the processors "
              + domain.name()
              + " can't run it");
    }
    stage.runBy(
        graph
            .ownDomain(domain)
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "domain " + domain.name() + " of stage " + stage.name() + " has ended")));
  }

  private void prepare(QueuedStage<?> stage) {
    try {
      inForce.put(stage, overrides.putInForce(stage, graph));
      stage.prepare();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("stage " + stage.name() + " could not be opened", e);
    }
  }

  /**
   * Ends a stage that was taken out of the graph: drains it, and sheds what is left after {@code
   * grace}. Waits for the batches that are running.
   *
   * @return true if every accepted event was handled in time
   */
  boolean end(QueuedStage<?> stage, Duration grace) {
    stage.drain();
    boolean drained = awaitIdle(stage, grace);
    endOverrides(stage);
    stage.close();
    while (!stage.isIdle()) {
      LockSupport.parkNanos(DRAIN_CHECK_NANOS);
    }
    stage.collect();
    stage.end();
    return drained;
  }

  /** Ends a pool whose last stage has ended. */
  void end(SharedPool pool) {
    endOverrides(pool);
    pool.stop();
  }

  /**
   * Drains the stages in the order given, then ends all of them and the domains.
   *
   * @return true if every accepted event was handled within {@code grace}
   */
  boolean stop(List<QueuedStage<?>> stages, List<RuntimeDomain> domains, Duration grace) {
    long deadline = System.nanoTime() + grace.toNanos();
    boolean drained = true;
    for (QueuedStage<?> stage : stages) {
      stage.drain();
      drained &= awaitIdle(stage, Duration.ofNanos(deadline - System.nanoTime()));
    }
    endOverrides();
    // the last declared first, so that a domain outlives those that still deliver to it
    List<RuntimeDomain> ending = new ArrayList<>(domains);
    Collections.reverse(ending);
    ending.forEach(RuntimeDomain::stop);
    stages.forEach(QueuedStage::collect);
    stages.forEach(QueuedStage::close);
    stages.forEach(QueuedStage::end);
    return drained;
  }

  private void endOverrides() {
    inForce.values().forEach(Runnable::run);
    inForce.clear();
  }

  private void endOverrides(Object stageOrPool) {
    Optional.ofNullable(inForce.remove(stageOrPool)).ifPresent(Runnable::run);
  }

  /**
   * A thread of a domain can't wait for the end of stages: it would wait for itself.
   *
   * @throws IllegalStateException on such a thread
   */
  static void requireOutside() {
    if (Thread.currentThread() instanceof DomainThread thread) {
      throw new IllegalStateException(thread.getName() + " can't wait for a stage's end");
    }
  }

  /** The grace period is a promise to a person or a supervisor, so it is real time. */
  private static boolean awaitIdle(QueuedStage<?> stage, Duration grace) {
    long deadline = System.nanoTime() + grace.toNanos();
    while (!stage.isIdle()) {
      if (System.nanoTime() - deadline >= 0) {
        log.warn("stage={} did not drain in time", stage.name());
        return false;
      }
      LockSupport.parkNanos(DRAIN_CHECK_NANOS);
    }
    return true;
  }
}
