package seda.kernel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stages of one application, and the domains that run them. Declare domains and stages in the
 * order in which events flow, wire their handlers, then {@link #start}. Stages can be {@linkplain
 * #open opened}, {@linkplain #replace replaced} and {@linkplain #destroy destroyed} while it runs.
 * A stopped graph is not started again; make a new one, in the same JVM if you like.
 *
 * <p>What changes the graph is done by one thread at a time; {@link #snapshot} by any.
 */
public final class StageGraph {
  private static final Logger log = LoggerFactory.getLogger(StageGraph.class);
  private static final long DRAIN_CHECK_NANOS = Duration.ofMillis(2).toNanos();
  private static final int MAX_HOPS = 1_000;

  private final Clock clock;
  private final Overrides overrides;
  private final Timers timers;
  private final WheelTimers ownTimers;
  private final Workers.Factory workers;
  private final Tracer tracer;
  private final List<Stage<?>> stages = new CopyOnWriteArrayList<>();
  private final List<Stage<?>> outbound = new CopyOnWriteArrayList<>();
  private final List<ThreadDomain> domains = new CopyOnWriteArrayList<>();
  private final Windows windows = new Windows(this);

  /** What ends that which {@link Overrides} put in force, by stage or pool. */
  private final Map<Object, Runnable> inForce = new HashMap<>();

  private boolean started;
  private boolean stopped;

  /** An empty graph in which every domain reads this clock. */
  public StageGraph(Clock clock) {
    this(clock, Overrides.none());
  }

  /** An empty graph in which what code declares may be overridden. */
  public StageGraph(Clock clock, Overrides overrides) {
    this.clock = clock;
    this.overrides = overrides;
    this.ownTimers = new WheelTimers(clock);
    this.timers = ownTimers;
    this.workers = ThreadWorkers::new;
    this.tracer = new Tracer(clock, MAX_HOPS);
  }

  /** A simulated graph. */
  StageGraph(Clock clock, Overrides overrides, Timers timers, Workers.Factory workers) {
    this.clock = clock;
    this.overrides = overrides;
    this.ownTimers = null;
    this.timers = timers;
    this.workers = workers;
    this.tracer = new Tracer(clock, MAX_HOPS);
  }

  /** The clock of everything in this graph. */
  public Clock clock() {
    return clock;
  }

  /** Timers that run while the graph does. */
  public Timers timers() {
    return timers;
  }

  /** How long a window is, in which times are gathered. */
  public Duration window() {
    return overrides.window();
  }

  int historyLength() {
    return (int) (overrides.history().toNanos() / window().toNanos());
  }

  /** What is set from outside of the code. */
  public Overrides overrides() {
    return overrides;
  }

  Tracer tracer() {
    return tracer;
  }

  // ---- declaration

  /** Declares a domain of one thread per core. */
  public Processors processors(ProcessorsConfig config, IoSource.Factory ioSource) {
    if (ownTimers == null) {
      throw new UnsupportedOperationException("a simulated graph has no processors");
    }
    return declare(new Processors(overrides.processors(config), clock, ioSource));
  }

  /** Declares a domain of a fixed number of threads that may block. */
  public WorkerPool workerPool(String name, int size) {
    return workerPool(WorkerPoolConfig.fixed(name, size));
  }

  /** Declares a domain of threads that may block. */
  public WorkerPool workerPool(WorkerPoolConfig config) {
    return declare(new WorkerPool(overrides.workerPool(config), clock, workers));
  }

  private <D extends ThreadDomain> D declare(D domain) {
    requireNotStopped();
    if (domains.stream().anyMatch(other -> other.name().equals(domain.name()))) {
      throw new IllegalArgumentException("two domains named " + domain.name());
    }
    if (started) {
      try {
        start(domain);
      } catch (RuntimeException | Error e) {
        domain.stop();
        throw e;
      }
    }
    domains.add(domain);
    return domain;
  }

  /**
   * Declares a stage, to be run by a domain of this graph. While the graph runs, it takes events
   * once it is {@linkplain #open opened}.
   */
  public <E> Stage<E> stage(StageConfig config, ThreadDomain domain) {
    Stage<E> stage = newStage(config, domain);
    if (find(config.name()).isPresent()) {
      throw new IllegalArgumentException("two stages named " + config.name());
    }
    stages.add(stage);
    return stage;
  }

  private <E> Stage<E> newStage(StageConfig config, ThreadDomain domain) {
    requireNotStopped();
    if (!domains.contains(domain)) {
      throw new IllegalArgumentException(
          "domain " + domain.name() + " of stage " + config.name() + " is not of this graph");
    }
    return new Stage<>(overrides.stage(config), domain, this);
  }

  /**
   * Declares a stage of the way back, which what comes out of the application passes. A layer
   * declares its way in with {@link #stage} and its way out with this; layers nest, so the stage
   * comes after all that are declared with {@link #stage}, and before the outbound stages that were
   * declared earlier.
   */
  public <E> Stage<E> outboundStage(StageConfig config, ThreadDomain domain) {
    Stage<E> stage = stage(config, domain);
    outbound.add(0, stage);
    return stage;
  }

  private void requireNotStopped() {
    if (stopped) {
      throw new IllegalStateException("the graph has stopped");
    }
  }

  /** The domain of that name. */
  public Optional<ThreadDomain> domain(String name) {
    return domains.stream().filter(domain -> domain.name().equals(name)).findFirst();
  }

  /** The stage of that name. */
  public Optional<Stage<?>> find(String name) {
    return stages.stream().filter(stage -> stage.name().equals(name)).findFirst();
  }

  /**
   * A sink that leads to whichever stage has the name at the time of the enqueue. While a stage is
   * {@linkplain #replace replaced}, one of the two is open.
   */
  public <E> Sink<E> sink(String name) {
    return new NamedSink<>(this, name);
  }

  // ---- lifecycle

  /**
   * Starts the domains, then opens the stages, last declared first, so that no stage runs before
   * those it feeds. If anything fails, what had started is stopped and the failure thrown.
   *
   * @throws IllegalStateException if a stage has no handler, or its handler's init failed
   */
  public void start() {
    requireNotStopped();
    if (started) {
      throw new IllegalStateException("the graph has started");
    }
    List<Stage<?>> declared = inOrder();
    List<Stage<?>> prepared = new ArrayList<>();
    List<ThreadDomain> running = new ArrayList<>();
    try {
      declared.forEach(this::place);
      overrides.check(this);
      for (Stage<?> stage : declared) {
        prepare(stage);
        prepared.add(stage);
      }
      started = true;
      for (ThreadDomain domain : domains) {
        running.add(domain);
        start(domain);
      }
    } catch (RuntimeException | Error e) {
      stopped = true;
      endOverrides();
      running.forEach(ThreadDomain::stop);
      prepared.forEach(Stage::close);
      prepared.forEach(Stage::end);
      windows.stopped();
      throw e;
    }
    Collections.reverse(declared);
    declared.forEach(Stage::open);
    windows.begin();
    if (ownTimers != null) {
      ownTimers.start();
    }
  }

  private void start(ThreadDomain domain) {
    domain.start();
    if (domain instanceof WorkerPool pool) {
      inForce.put(pool, overrides.putInForce(pool, this));
    }
  }

  private void endOverrides() {
    inForce.values().forEach(Runnable::run);
    inForce.clear();
  }

  private void endOverrides(Object stageOrPool) {
    Optional.ofNullable(inForce.remove(stageOrPool)).ifPresent(Runnable::run);
  }

  private void place(Stage<?> stage) {
    stage.runBy(overrides.domainOf(stage, this));
  }

  private void prepare(Stage<?> stage) {
    if (!domains.contains(stage.domain())) {
      throw new IllegalStateException(
          "domain " + stage.domain().name() + " of stage " + stage.name() + " has ended");
    }
    try {
      inForce.put(stage, overrides.putInForce(stage, this));
      stage.prepare();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("stage " + stage.name() + " could not be opened", e);
    }
  }

  /**
   * Opens a stage that was declared while the graph runs.
   *
   * @throws IllegalStateException if it has no handler, its handler's init failed, or it was opened
   *     before
   */
  public void open(Stage<?> stage) {
    requireNotStopped();
    if (started) {
      place(stage);
      prepare(stage);
      stage.open();
    }
  }

  /**
   * Takes a stage out: it accepts no more, what it has is handled, and after {@code grace} shed.
   * Waits for the batches that are running, and then ends the handler; a worker pool whose last
   * stage this was ends its threads. Not for a thread of the graph, which would wait for itself.
   *
   * @return true if every accepted event was handled in time
   */
  public boolean destroy(Stage<?> stage, Duration grace) {
    requireOutside();
    stages.remove(stage);
    outbound.remove(stage);
    return end(stage, grace);
  }

  private static void requireOutside() {
    if (Thread.currentThread() instanceof DomainThread thread) {
      throw new IllegalStateException(thread.getName() + " can't wait for a stage's end");
    }
  }

  private boolean end(Stage<?> stage, Duration grace) {
    stage.drain();
    boolean drained = awaitIdle(stage, grace);
    endOverrides(stage);
    stage.close();
    while (!stage.isIdle()) {
      LockSupport.parkNanos(DRAIN_CHECK_NANOS);
    }
    stage.collect();
    stage.end();
    if (stage.domain() instanceof WorkerPool pool && !isUsed(pool)) {
      domains.remove(pool);
      endOverrides(pool);
      pool.stop();
    }
    return drained;
  }

  private boolean isUsed(WorkerPool pool) {
    return stages.stream().anyMatch(stage -> stage.domain() == pool) || !pool.isEmptyOfStages();
  }

  /**
   * Puts another stage in the place of one, under the same name: events that come by {@link #sink}
   * go to the new one from now on; the old one handles what it has, as in {@link #destroy}.
   *
   * @param next declared by {@link #successor}, with its handler
   */
  public <E> boolean replace(Stage<E> old, Stage<E> next, Duration grace) {
    requireOutside();
    int at = stages.indexOf(old);
    if (at < 0 || !old.name().equals(next.name())) {
      throw new IllegalArgumentException(next.name() + " can't take the place of " + old.name());
    }
    place(next);
    prepare(next);
    next.open();
    stages.set(at, next);
    int outboundAt = outbound.indexOf(old);
    if (outboundAt >= 0) {
      outbound.set(outboundAt, next);
    }
    return end(old, grace);
  }

  /** Declares a stage that will {@linkplain #replace take the place} of one of the same name. */
  public <E> Stage<E> successor(StageConfig config, ThreadDomain domain) {
    return newStage(config, domain);
  }

  /**
   * Drains the stages in the order in which events flow, then ends all threads. Events that have
   * not ended after {@code grace} are shed.
   *
   * @return true if every accepted event was handled in time
   */
  public boolean stop(Duration grace) {
    requireOutside();
    if (!started || stopped) {
      return true;
    }
    stopped = true;
    long deadline = System.nanoTime() + grace.toNanos();
    List<Stage<?>> declared = inOrder();
    boolean drained = true;
    for (Stage<?> stage : declared) {
      stage.drain();
      drained &= awaitIdle(stage, Duration.ofNanos(deadline - System.nanoTime()));
    }
    endOverrides();
    // the last declared first, so that a domain outlives those that still deliver to it
    List<ThreadDomain> ending = new ArrayList<>(domains);
    Collections.reverse(ending);
    ending.forEach(ThreadDomain::stop);
    declared.forEach(Stage::collect);
    declared.forEach(Stage::close);
    declared.forEach(Stage::end);
    if (ownTimers != null) {
      ownTimers.stop();
    }
    windows.stopped();
    return drained;
  }

  /** The grace period is a promise to a person or a supervisor, so it is real time. */
  private static boolean awaitIdle(Stage<?> stage, Duration grace) {
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

  // ---- seeing

  /** Everything that is known now. Any thread. */
  public GraphSnapshot snapshot() {
    List<StageSnapshot> snapshots = new ArrayList<>();
    for (Stage<?> stage : inOrder()) {
      snapshots.add(stage.snapshot());
    }
    return new GraphSnapshot(
        clock.instant(),
        clock.nanos(),
        List.copyOf(snapshots),
        domains.stream().map(ThreadDomain::snapshot).toList());
  }

  /** Adds someone who is told of the figures once a window, and of the end. */
  public void listener(GraphListener listener) {
    windows.listener(listener);
  }

  /** Traces the next events that enter a stage, and forgets what was traced before. Any thread. */
  public void trace(String stage, int events) {
    tracer.trace(stage, events);
  }

  /** What was traced; grows until the traced events have ended. Any thread. */
  public List<Trace> traces() {
    return tracer.traces();
  }

  /** As events flow: the stages of the way in, then those of the way out. */
  List<Stage<?>> inOrder() {
    List<Stage<?>> inOrder = new ArrayList<>(stages);
    inOrder.removeAll(outbound);
    inOrder.addAll(outbound);
    return inOrder;
  }
}
