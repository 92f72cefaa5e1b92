package seda.kernel;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stages of one application, and the domains that run them. Declare domains and stages in the
 * order in which events flow, wire their handlers, then {@link #start}. A stopped graph is not
 * started again; make a new one, in the same JVM if you like.
 *
 * <p>Declaring, starting and stopping belong to one thread; {@link #snapshot} to any.
 */
public final class StageGraph {
  private static final Logger log = LoggerFactory.getLogger(StageGraph.class);
  private static final long DRAIN_CHECK_NANOS = Duration.ofMillis(2).toNanos();

  private final Clock clock;
  private final Map<String, Stage<?>> stages = Collections.synchronizedMap(new LinkedHashMap<>());
  private final Deque<Stage<?>> outbound = new ArrayDeque<>();
  private final List<ThreadDomain> domains = new ArrayList<>();
  private boolean started;
  private boolean stopped;

  /** An empty graph in which every domain reads this clock. */
  public StageGraph(Clock clock) {
    this.clock = clock;
  }

  /** The clock of everything in this graph. */
  public Clock clock() {
    return clock;
  }

  /** Declares a domain of one thread per core. */
  public Processors processors(ProcessorsConfig config, IoSource.Factory ioSource) {
    return declare(new Processors(config, clock, ioSource));
  }

  /** Declares a domain of threads that may block. */
  public WorkerPool workerPool(String name, int size) {
    return declare(new WorkerPool(name, size));
  }

  private <D extends ThreadDomain> D declare(D domain) {
    requireNotStarted();
    if (domains.stream().anyMatch(other -> other.name().equals(domain.name()))) {
      throw new IllegalArgumentException("two domains named " + domain.name());
    }
    domains.add(domain);
    return domain;
  }

  /** Declares a stage, to be run by a domain of this graph. */
  public <E> Stage<E> stage(StageConfig config, ThreadDomain domain) {
    requireNotStarted();
    if (!domains.contains(domain)) {
      throw new IllegalArgumentException(
          "domain " + domain.name() + " of stage " + config.name() + " is not of this graph");
    }
    Stage<E> stage = new Stage<>(config, domain);
    if (stages.putIfAbsent(config.name(), stage) != null) {
      throw new IllegalArgumentException("two stages named " + config.name());
    }
    return stage;
  }

  /**
   * Declares a stage of the way back, which what comes out of the application passes. A layer
   * declares its way in with {@link #stage} and its way out with this; layers nest, so the stage
   * comes after all that are declared with {@link #stage}, and before the outbound stages that were
   * declared earlier.
   */
  public <E> Stage<E> outboundStage(StageConfig config, ThreadDomain domain) {
    Stage<E> stage = stage(config, domain);
    synchronized (stages) {
      outbound.addFirst(stage);
    }
    return stage;
  }

  private void requireNotStarted() {
    if (started) {
      throw new IllegalStateException("the graph has started");
    }
  }

  /**
   * Starts the domains, then opens the stages, last declared first, so that no stage runs before
   * those it feeds. If anything fails, what had started is stopped and the failure thrown.
   */
  public void start() {
    requireNotStarted();
    List<Stage<?>> declared = inOrder();
    declared.forEach(Stage::prepare);
    started = true;
    List<ThreadDomain> running = new ArrayList<>();
    try {
      for (ThreadDomain domain : domains) {
        running.add(domain);
        domain.start();
      }
    } catch (RuntimeException e) {
      running.forEach(ThreadDomain::stop);
      stopped = true;
      throw e;
    }
    Collections.reverse(declared);
    declared.forEach(Stage::open);
  }

  /**
   * Drains the stages in the order in which events flow, then ends all threads. Events that have
   * not ended after {@code grace} are shed.
   *
   * @return true if every accepted event was handled in time
   */
  public boolean stop(Duration grace) {
    if (!started || stopped) {
      return true;
    }
    stopped = true;
    long deadline = System.nanoTime() + grace.toNanos();
    List<Stage<?>> declared = inOrder();
    boolean drained = true;
    for (Stage<?> stage : declared) {
      stage.drain();
      drained &= awaitIdle(stage, deadline);
    }
    // the last declared first, so that a domain outlives those that still deliver to it
    List<ThreadDomain> ending = new ArrayList<>(domains);
    Collections.reverse(ending);
    ending.forEach(ThreadDomain::stop);
    declared.forEach(Stage::stopped);
    return drained;
  }

  /** The grace period is a promise to a person or a supervisor, so it is real time. */
  private static boolean awaitIdle(Stage<?> stage, long deadline) {
    while (!stage.isIdle()) {
      if (System.nanoTime() - deadline >= 0) {
        log.warn("stage={} did not drain in time", stage.name());
        return false;
      }
      LockSupport.parkNanos(DRAIN_CHECK_NANOS);
    }
    return true;
  }

  /** The stages' figures now, in the order in which events flow. */
  public List<StageSnapshot> snapshot() {
    List<StageSnapshot> snapshots = new ArrayList<>();
    for (Stage<?> stage : inOrder()) {
      snapshots.add(stage.snapshot());
    }
    return snapshots;
  }

  private List<Stage<?>> inOrder() {
    synchronized (stages) {
      List<Stage<?>> inOrder = new ArrayList<>(stages.values());
      inOrder.removeAll(outbound);
      inOrder.addAll(outbound);
      return inOrder;
    }
  }
}
