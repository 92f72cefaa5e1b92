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
import seda.kernel.runtime.OutsideDelay;
import seda.kernel.runtime.QueuedStage;
import seda.kernel.runtime.RuntimeDomain;
import seda.kernel.runtime.SharedPool;
import seda.kernel.runtime.StageContext;
import seda.kernel.runtime.ThreadWorkers;
import seda.kernel.runtime.Tracer;
import seda.kernel.runtime.WheelTimers;
import seda.kernel.runtime.Workers;

/**
 * The stages of an application and the domains that run them. Declare domains and stages in the
 * order of the event flow, set the handlers, then {@link #start}. While the graph runs, stages can
 * be {@linkplain #open opened}, {@linkplain #replace replaced} and {@linkplain #destroy destroyed}.
 * A stopped graph cannot restart; create a new one, in the same JVM if needed.
 *
 * <p>One thread at a time may change the graph; methods marked "any thread" are thread-safe. {@link
 * #start}, {@link #destroy}, {@link #replace} and {@link #stop} block.
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

  /** Creates an empty graph; all its domains use this clock. */
  public StageGraph(Clock clock) {
    this(clock, Overrides.none());
  }

  /** Creates an empty graph whose declarations may be overridden. */
  public StageGraph(Clock clock, Overrides overrides) {
    this(
        clock,
        overrides,
        new WheelTimers(clock),
        null,
        ThreadWorkers::new,
        new OutsideDelay(clock, () -> 0));
  }

  private StageGraph(
      Clock clock,
      Overrides overrides,
      WheelTimers ownTimers,
      Timers simulatedTimers,
      Workers.Factory workers,
      OutsideDelay delay) {
    this.clock = clock;
    this.overrides = overrides;
    this.ownTimers = ownTimers;
    this.timers = ownTimers == null ? simulatedTimers : ownTimers;
    this.workers = workers;
    this.tracer = new Tracer(clock, MAX_HOPS);
    this.lifecycle = new Lifecycle(this, overrides);
    int historyLength = (int) (overrides.history().toNanos() / overrides.window().toNanos());
    this.context = new StageContext(clock, timers, tracer, delay, historyLength);
  }

  /**
   * Creates a graph in virtual time, without processors. For {@code seda.kernel.simulation} only.
   *
   * @param timers timers in virtual time
   * @param workers factory of simulated pool threads
   * @param delay delay outside the pools, which the simulation scripts
   */
  @SuppressWarnings("exports") // the workers are of the runtime, which only the simulation replaces
  public static StageGraph simulated(
      Clock clock,
      Overrides overrides,
      Timers timers,
      Workers.Factory workers,
      OutsideDelay delay) {
    return new StageGraph(clock, overrides, null, timers, workers, delay);
  }

  /** Returns the clock of the graph. Any thread. */
  public Clock clock() {
    return clock;
  }

  /** Returns the timers; they run while the graph does. Any thread. */
  public Timers timers() {
    return timers;
  }

  /** Returns the length of a measurement window. */
  public Duration window() {
    return overrides.window();
  }

  /** Returns the external settings. */
  public Overrides overrides() {
    return overrides;
  }

  // ---- declaration

  /**
   * Declares a domain of one thread per core.
   *
   * @throws IllegalArgumentException if another domain has the name
   */
  public Processors processors(ProcessorsConfig config, IoSource.Factory ioSource) {
    if (ownTimers == null) {
      throw new UnsupportedOperationException("a simulated graph has no processors");
    }
    return declare(new EventLoops(overrides.processors(config), clock, ioSource));
  }

  /**
   * Declares a domain of a fixed number of threads that may block.
   *
   * @throws IllegalArgumentException if another domain has the name
   */
  public WorkerPool workerPool(String name, int size) {
    return workerPool(WorkerPoolConfig.fixed(name, size));
  }

  /**
   * Declares a domain of threads that may block.
   *
   * @throws IllegalArgumentException if another domain has the name
   */
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
   * Declares a stage on a domain of this graph. If the graph runs, the stage accepts events once it
   * is {@linkplain #open opened}.
   *
   * @throws IllegalArgumentException if another stage has the name, or the domain belongs to
   *     another graph
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

  /** Returns the domain if it belongs to this graph. */
  Optional<RuntimeDomain> ownDomain(ThreadDomain domain) {
    return domains.stream().filter(own -> own == domain).findFirst();
  }

  private static <E> QueuedStage<E> own(Stage<E> stage) {
    return (QueuedStage<E>) stage;
  }

  /**
   * Declares a stage of the outbound path. A layer declares its inbound stages with {@link #stage}
   * and its outbound stages with this method. Layers nest: in the event flow, the stage follows all
   * inbound stages and precedes the outbound stages declared earlier.
   */
  public <E> Stage<E> outboundStage(StageConfig config, ThreadDomain domain) {
    Stage<E> stage = stage(config, domain);
    outbound.add(0, own(stage));
    return stage;
  }

  private void requireNotStopped() {
    if (stopped) {
      throw new IllegalStateException("the graph has stopped; create a new one");
    }
  }

  /** Returns the domain of that name. Any thread. */
  public Optional<ThreadDomain> domain(String name) {
    return domains.stream()
        .filter(domain -> domain.name().equals(name))
        .findFirst()
        .map(domain -> (ThreadDomain) domain);
  }

  /** Returns the stage of that name. Any thread. */
  public Optional<Stage<?>> find(String name) {
    return stages.stream()
        .filter(stage -> stage.name().equals(name))
        .findFirst()
        .map(stage -> (Stage<?>) stage);
  }

  /**
   * Returns a sink that resolves the stage's name at each enqueue. During a {@linkplain #replace
   * replacement}, one of the two stages is open. The stage may be declared later. Any thread.
   */
  public <E> Sink<E> sink(String name) {
    return new NamedSink<>(this, name);
  }

  /**
   * Returns a sink by name whose events all run on one processor, see {@link Stage#on}. Any thread.
   */
  public <E> Sink<E> sink(String name, int processor) {
    return new NamedSink<E>(this, name).on(processor);
  }

  // ---- lifecycle

  /**
   * Starts the domains, then opens the stages in reverse order of declaration, so that a stage
   * opens after the stages that it feeds. If a step fails, the graph stops what it had started and
   * rethrows the failure.
   *
   * @throws IllegalStateException if a stage has no handler, its handler's init failed, or the
   *     graph was started before
   */
  public void start() {
    requireNotStopped();
    if (started) {
      throw new IllegalStateException("the graph was already started");
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
   * Removes a stage. It accepts no more events, handles the queued ones, and after {@code grace}
   * sheds the rest. The call waits for running batches, then ends the handler. A worker pool ends
   * with its last stage. Not for a thread of the graph, which would wait for itself.
   *
   * @return true if every accepted event was handled in time
   * @throws IllegalStateException on a thread of the graph
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
   * Replaces a stage by another of the same name. Events sent through {@link #sink} go to the new
   * stage; the old one handles its queued events as in {@link #destroy}.
   *
   * @param next stage declared by {@link #successor}, with its handler
   * @return true if the old stage handled every accepted event in time
   * @throws IllegalStateException on a thread of the graph
   */
  public <E> boolean replace(Stage<E> old, Stage<E> next, Duration grace) {
    Lifecycle.requireOutside();
    int at = stages.indexOf(own(old));
    if (at < 0 || !old.name().equals(next.name())) {
      throw new IllegalArgumentException(
          "stage "
              + next.name()
              + " cannot replace stage "
              + old.name()
              + ": that needs a stage of this graph and of the same name");
    }
    lifecycle.open(own(next));
    stages.set(at, own(next));
    int outboundAt = outbound.indexOf(own(old));
    if (outboundAt >= 0) {
      outbound.set(outboundAt, own(next));
    }
    return end(own(old), grace);
  }

  /** Declares a stage that will {@linkplain #replace replace} one of the same name. */
  public <E> Stage<E> successor(StageConfig config, ThreadDomain domain) {
    return newStage(config, domain);
  }

  /**
   * Declares a successor with the configuration, domain, handler and other declarations of the old
   * stage. Declarations on it override these. It has no admission controller.
   */
  public <E> Stage<E> successor(Stage<E> old) {
    return this.<E>newStage(old.config(), old.domain()).like(own(old));
  }

  /**
   * Drains the stages in the order of the event flow, then ends all threads. After {@code grace},
   * remaining events are shed.
   *
   * @return true if every accepted event was handled in time
   * @throws IllegalStateException on a thread of the graph
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

  // ---- observation

  /** Returns the current figures of all stages and domains. Any thread. */
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

  /** Adds a listener for the figures of each window and for the graph's end. */
  public void listener(GraphListener listener) {
    windows.listener(listener);
  }

  /** Traces the next events that enter a stage; earlier traces are dropped. Any thread. */
  public void trace(String stage, int events) {
    tracer.trace(stage, events);
  }

  /** Returns the traces; they grow until the traced events have ended. Any thread. */
  public List<Trace> traces() {
    return tracer.traces();
  }

  /** True until every traced event has ended. Any thread. */
  public boolean isTracing() {
    return tracer.isOn();
  }

  /** Returns the stages in the order of the event flow: inbound, then outbound. */
  List<QueuedStage<?>> inOrder() {
    List<QueuedStage<?>> inOrder = new ArrayList<>(stages);
    inOrder.removeAll(outbound);
    inOrder.addAll(outbound);
    return inOrder;
  }
}
