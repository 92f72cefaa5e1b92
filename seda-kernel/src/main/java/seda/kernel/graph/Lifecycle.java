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
 * Starts and ends the stages and domains of a graph. It applies the {@link Overrides} of each
 * before it runs and withdraws them when it ends. Called by the thread that changes the graph.
 */
final class Lifecycle {
  private static final Logger log = LoggerFactory.getLogger(Lifecycle.class);
  private static final long DRAIN_CHECK_NANOS = Duration.ofMillis(2).toNanos();

  private final StageGraph graph;
  private final Overrides overrides;

  /** Actions that withdraw the overrides of a stage or pool. */
  private final Map<Object, Runnable> inForce = new HashMap<>();

  Lifecycle(StageGraph graph, Overrides overrides) {
    this.graph = graph;
    this.overrides = overrides;
  }

  /**
   * Prepares the stages, without opening them, and starts the domains. If a step fails, it stops
   * what it had started and rethrows the failure.
   *
   * @param domains the domains; {@link Overrides} may add more during the call
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

  /** Opens a stage of the running graph. */
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
              + " cannot run it; use a worker pool");
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
   * Ends a stage that was removed from the graph. Drains it and, after {@code grace}, sheds the
   * queued events. Waits for the running batches.
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

  /** Ends a pool without stages. */
  void end(SharedPool pool) {
    endOverrides(pool);
    pool.stop();
  }

  /**
   * Drains the stages in the given order, then ends them and the domains.
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
    // the last declared first: a domain must outlive the domains that deliver to it
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
   * Rejects calls from a domain's thread, which would wait for its own end.
   *
   * @throws IllegalStateException on such a thread
   */
  static void requireOutside() {
    if (Thread.currentThread() instanceof DomainThread thread) {
      throw new IllegalStateException(
          "thread " + thread.getName() + " belongs to the graph and cannot wait for a stage's end");
    }
  }

  /** Waits in real time, because the grace period is a promise to an operator or a supervisor. */
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
