package seda.kernel.graph;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import seda.kernel.Clock;
import seda.kernel.GraphSnapshot;
import seda.kernel.IoSource;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageSnapshot;
import seda.kernel.ThreadDomain;
import seda.kernel.Timers;
import seda.kernel.Trace;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.runtime.EventLoops;
import seda.kernel.runtime.QueuedStage;
import seda.kernel.runtime.RuntimeDomain;
import seda.kernel.runtime.SharedPool;
import seda.kernel.runtime.StageContext;
import seda.kernel.runtime.ThreadWorkers;
import seda.kernel.runtime.Tracer;
import seda.kernel.runtime.WheelTimers;
import seda.kernel.runtime.Workers;

/**
 * The stages of one application, and the domains that run them. Declare domains and stages in the
 * order in which events flow, wire their handlers, then {@link #start}. Stages can be {@linkplain
 * #open opened}, {@linkplain #replace replaced} and {@linkplain #destroy destroyed} while it runs.
 * A stopped graph is not started again; make a new one, in the same JVM if you like.
 *
 * <p>What changes the graph is done by one thread at a time; {@link #snapshot} by any.
 */
public final class StageGraph {
  private static final int MAX_HOPS = 1_000;

  private final Clock clock;
  private final Overrides overrides;
  private final Timers timers;
  private final WheelTimers ownTimers;
  private final Workers.Factory workers;
  private final Tracer tracer;
  private final StageContext context;
  private final List<QueuedStage<?>> stages = new CopyOnWriteArrayList<>();
  private final List<QueuedStage<?>> outbound = new CopyOnWriteArrayList<>();
  private final List<RuntimeDomain> domains = new CopyOnWriteArrayList<>();
  private final MeasurementWindows windows = new MeasurementWindows(this);
  private final Lifecycle lifecycle;

  private boolean started;
  private boolean stopped;

  /** An empty graph in which every domain reads this clock. */
  public StageGraph(Clock clock) {
    this(clock, Overrides.none());
  }

  /** An empty graph in which what code declares may be overridden. */
  public StageGraph(Clock clock, Overrides overrides) {
    this(clock, overrides, new WheelTimers(clock), null, ThreadWorkers::new);
  }

  private StageGraph(
      Clock clock,
      Overrides overrides,
      WheelTimers ownTimers,
      Timers simulatedTimers,
      Workers.Factory workers) {
    this.clock = clock;
    this.overrides = overrides;
    this.ownTimers = ownTimers;
    this.timers = ownTimers == null ? simulatedTimers : ownTimers;
    this.workers = workers;
    this.tracer = new Tracer(clock, MAX_HOPS);
    this.lifecycle = new Lifecycle(this, overrides);
    int historyLength = (int) (overrides.history().toNanos() / overrides.window().toNanos());
    this.context = new StageContext(clock, timers, tracer, historyLength);
  }

  /**
   * A graph in virtual time, without processors; for {@code seda.kernel.simulation} alone.
   *
   * @param timers on that time
   * @param workers simulate the threads of pools
   */
  @SuppressWarnings("exports") // the workers are of the runtime, which only the simulation replaces
  public static StageGraph simulated(
      Clock clock, Overrides overrides, Timers timers, Workers.Factory workers) {
    return new StageGraph(clock, overrides, null, timers, workers);
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

  /** What is set from outside of the code. */
  public Overrides overrides() {
    return overrides;
  }

  // ---- declaration

  /** Declares a domain of one thread per core. */
  public Processors processors(ProcessorsConfig config, IoSource.Factory ioSource) {
    if (ownTimers == null) {
      throw new UnsupportedOperationException("a simulated graph has no processors");
    }
    return declare(new EventLoops(overrides.processors(config), clock, ioSource));
  }

  /** Declares a domain of a fixed number of threads that may block. */
  public WorkerPool workerPool(String name, int size) {
    return workerPool(WorkerPoolConfig.fixed(name, size));
  }

  /** Declares a domain of threads that may block. */
  public WorkerPool workerPool(WorkerPoolConfig config) {
    return declare(new SharedPool(overrides.workerPool(config), clock, workers));
  }

  private <D extends RuntimeDomain> D declare(D domain) {
    requireNotStopped();
    if (domains.stream().anyMatch(other -> other.name().equals(domain.name()))) {
      throw new IllegalArgumentException("two domains named " + domain.name());
    }
    if (started) {
      try {
        lifecycle.start(domain);
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
    QueuedStage<E> stage = newStage(config, domain);
    if (find(config.name()).isPresent()) {
      throw new IllegalArgumentException("two stages named " + config.name());
    }
    stages.add(stage);
    return stage;
  }

  private <E> QueuedStage<E> newStage(StageConfig config, ThreadDomain domain) {
    requireNotStopped();
    RuntimeDomain own =
        ownDomain(domain)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "domain "
                            + domain.name()
                            + " of stage "
                            + config.name()
                            + " is not of this graph"));
    return new QueuedStage<>(overrides.stage(config), own, context);
  }

  /** The domain, if it is of this graph. */
  Optional<RuntimeDomain> ownDomain(ThreadDomain domain) {
    return domains.stream().filter(own -> own == domain).findFirst();
  }

  private static <E> QueuedStage<E> own(Stage<E> stage) {
    return (QueuedStage<E>) stage;
  }

  /**
   * Declares a stage of the way back, which what comes out of the application passes. A layer
   * declares its way in with {@link #stage} and its way out with this; layers nest, so the stage
   * comes after all that are declared with {@link #stage}, and before the outbound stages that were
   * declared earlier.
   */
  public <E> Stage<E> outboundStage(StageConfig config, ThreadDomain domain) {
    Stage<E> stage = stage(config, domain);
    outbound.add(0, own(stage));
    return stage;
  }

  private void requireNotStopped() {
    if (stopped) {
      throw new IllegalStateException("the graph has stopped");
    }
  }

  /** The domain of that name. */
  public Optional<ThreadDomain> domain(String name) {
    return domains.stream()
        .filter(domain -> domain.name().equals(name))
        .findFirst()
        .map(domain -> (ThreadDomain) domain);
  }

  /** The stage of that name. */
  public Optional<Stage<?>> find(String name) {
    return stages.stream()
        .filter(stage -> stage.name().equals(name))
        .findFirst()
        .map(stage -> (Stage<?>) stage);
  }

  /**
   * A sink that leads to whichever stage has the name at the time of the enqueue. While a stage is
   * {@linkplain #replace replaced}, one of the two is open. The stage may be declared later.
   */
  public <E> Sink<E> sink(String name) {
    return new NamedSink<>(this, name);
  }

  /** The same, for events that all run on one processor, see {@link Stage#on}. */
  public <E> Sink<E> sink(String name, int processor) {
    return new NamedSink<E>(this, name).on(processor);
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
    List<QueuedStage<?>> declared = inOrder();
    try {
      lifecycle.start(declared, domains);
      started = true;
    } catch (RuntimeException | Error e) {
      stopped = true;
      windows.stopped();
      throw e;
    }
    Collections.reverse(declared);
    declared.forEach(QueuedStage::open);
    windows.begin();
    if (ownTimers != null) {
      ownTimers.start();
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
      lifecycle.open(own(stage));
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
    Lifecycle.requireOutside();
    stages.remove(own(stage));
    outbound.remove(own(stage));
    return end(own(stage), grace);
  }

  private boolean end(QueuedStage<?> stage, Duration grace) {
    boolean drained = lifecycle.end(stage, grace);
    if (stage.domain() instanceof SharedPool pool && !isUsed(pool)) {
      domains.remove(pool);
      lifecycle.end(pool);
    }
    return drained;
  }

  private boolean isUsed(SharedPool pool) {
    return stages.stream().anyMatch(stage -> stage.domain() == pool) || !pool.isEmptyOfStages();
  }

  /**
   * Puts another stage in the place of one, under the same name: events that come by {@link #sink}
   * go to the new one from now on; the old one handles what it has, as in {@link #destroy}.
   *
   * @param next declared by {@link #successor}, with its handler
   */
  public <E> boolean replace(Stage<E> old, Stage<E> next, Duration grace) {
    Lifecycle.requireOutside();
    int at = stages.indexOf(own(old));
    if (at < 0 || !old.name().equals(next.name())) {
      throw new IllegalArgumentException(next.name() + " can't take the place of " + old.name());
    }
    lifecycle.open(own(next));
    stages.set(at, own(next));
    int outboundAt = outbound.indexOf(own(old));
    if (outboundAt >= 0) {
      outbound.set(outboundAt, own(next));
    }
    return end(own(old), grace);
  }

  /** Declares a stage that will {@linkplain #replace take the place} of one of the same name. */
  public <E> Stage<E> successor(StageConfig config, ThreadDomain domain) {
    return newStage(config, domain);
  }

  /**
   * The same for one that is like the old: with its configuration, domain, handler and all else
   * that was declared for it. What is to differ is declared on it again; it starts without
   * admission controller.
   */
  public <E> Stage<E> successor(Stage<E> old) {
    return this.<E>newStage(old.config(), old.domain()).like(own(old));
  }

  /**
   * Drains the stages in the order in which events flow, then ends all threads. Events that have
   * not ended after {@code grace} are shed.
   *
   * @return true if every accepted event was handled in time
   */
  public boolean stop(Duration grace) {
    Lifecycle.requireOutside();
    if (!started || stopped) {
      return true;
    }
    stopped = true;
    boolean drained = lifecycle.stop(inOrder(), domains, grace);
    if (ownTimers != null) {
      ownTimers.stop();
    }
    windows.stopped();
    return drained;
  }

  // ---- seeing

  /** Everything that is known now. Any thread. */
  public GraphSnapshot snapshot() {
    List<StageSnapshot> snapshots = new ArrayList<>();
    for (QueuedStage<?> stage : inOrder()) {
      snapshots.add(stage.snapshot());
    }
    return new GraphSnapshot(
        clock.instant(),
        clock.nanos(),
        List.copyOf(snapshots),
        domains.stream().map(RuntimeDomain::snapshot).toList());
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

  /** True until every traced event has ended. Any thread. */
  public boolean isTracing() {
    return tracer.isOn();
  }

  /** As events flow: the stages of the way in, then those of the way out. */
  List<QueuedStage<?>> inOrder() {
    List<QueuedStage<?>> inOrder = new ArrayList<>(stages);
    inOrder.removeAll(outbound);
    inOrder.addAll(outbound);
    return inOrder;
  }
}
