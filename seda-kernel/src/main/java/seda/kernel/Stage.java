package seda.kernel;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * A named unit of processing of one event type: a handler, its queue, and the admission controller
 * in front of that. A stage owns no thread; its {@link ThreadDomain} runs it.
 *
 * <p>A stage is declared on a {@link StageGraph}, given its handler with {@link #handledBy}, and
 * lives until it is destroyed or the graph stops:
 *
 * <pre>
 *   DECLARED ── opened ──► OPEN ── drained ──► DRAINING ── queue empty, or shed ──► STOPPED
 * </pre>
 *
 * @param <E> type of the events
 */
public final class Stage<E> implements Sink<E> {
  /** Where events come from that no stage sent. */
  static final Stage<Object> OUTSIDE = new Stage<>();

  private final StageConfig config;
  private final Clock clock;
  private final StageGraph graph;
  private final StageStatistics statistics;
  private final EventTraits<E> traits;
  private final Gate<E> gate;
  private final BatchRunner<E> runner;

  private volatile ThreadDomain domain;
  private boolean pinned;
  private volatile int batchLimit;
  private volatile double guaranteedShare;
  private volatile StageQueue<E> queue;
  private volatile Targets targets;
  private final Quality quality = new Quality();
  private Work observedWork = Work.NONE;
  private long observedNanos;

  Stage(StageConfig config, ThreadDomain domain, StageGraph graph) {
    this.config = config;
    this.domain = domain;
    this.graph = graph;
    this.clock = graph.clock();
    this.observedNanos = clock.nanos();
    this.statistics = new StageStatistics(graph.historyLength());
    this.traits = new EventTraits<>(config.name());
    this.gate = new Gate<>(traits, statistics);
    this.runner = new BatchRunner<>(this, traits, statistics, graph.tracer());
    this.batchLimit = config.batchSize();
    this.guaranteedShare = config.guaranteedShare();
    long target = config.target().map(Duration::toNanos).orElse(0L);
    this.targets = rank -> target;
  }

  /** The outside: has a name, and does nothing. */
  private Stage() {
    config = null;
    domain = null;
    graph = null;
    clock = null;
    statistics = null;
    traits = null;
    gate = null;
    runner = null;
  }

  // ---- declaration

  /** Sets what handles the events; before the stage is opened. */
  public Stage<E> handledBy(EventHandler<E> handler) {
    requireDeclared();
    runner.handler(Objects.requireNonNull(handler, "handler"));
    return this;
  }

  /** Sets who is told of events that failed or were shed; before the stage is opened. */
  public Stage<E> listener(EventListener<? super E> listener) {
    requireDeclared();
    traits.listener(listener);
    return this;
  }

  /** Sets what says the class of an event; without it, all are of the default class. */
  public Stage<E> classifiedBy(Function<? super E, ServiceClass> classifier) {
    requireDeclared();
    traits.classifiedBy(classifier);
    return this;
  }

  /**
   * Sets what says how many credits of the queue an event takes, 1 or more; without it, one each.
   */
  public Stage<E> weighedBy(ToIntFunction<? super E> weigher) {
    requireDeclared();
    traits.weighedBy(weigher);
    return this;
  }

  /**
   * Sets what says when an event entered the service, as the clock's nanoseconds. Response times
   * are counted from there; without it, from when the event entered this stage.
   */
  public Stage<E> arrivedAt(ToLongFunction<? super E> arrival) {
    requireDeclared();
    traits.arrivedAt(arrival);
    return this;
  }

  /** Sets an order in which the handler gets the events of a batch, like shortest first. */
  public Stage<E> orderedBy(Comparator<? super E> order) {
    requireDeclared();
    traits.orderedBy(order);
    return this;
  }

  /**
   * Says that the stage must be run by the domain it is declared on, as its handler uses that
   * domain's threads; configuration can't move it then. Before the stage is opened.
   */
  public Stage<E> pinned() {
    requireDeclared();
    this.pinned = true;
    return this;
  }

  /** Declares what was declared for another stage. */
  Stage<E> like(Stage<E> other) {
    traits.copy(other.traits);
    runner.handler(other.runner.handler());
    targets = other.targets;
    pinned = other.pinned;
    return this;
  }

  private void requireDeclared() {
    if (!gate.isDeclared()) {
      throw new IllegalStateException("stage " + name() + " is open");
    }
  }

  // ---- at any time

  /**
   * Replaces the admission controller. Each event is judged by one of the two; what is queued stays
   * queued.
   */
  public Stage<E> admission(AdmissionController<? super E> admission) {
    gate.admission(admission);
    runner.observer(admission instanceof CompletionObserver feedback ? feedback : null);
    return this;
  }

  /** The admission controller in force. */
  public AdmissionController<? super E> admission() {
    return gate.admission();
  }

  /**
   * Sets the most events of a batch.
   *
   * @param limit 1 or more; more than {@link StageConfig#batchSize} is cut to that
   */
  public void batchLimit(int limit) {
    batchLimit = Math.max(1, Math.min(limit, config.batchSize()));
  }

  /** The most events of a batch, as set now. */
  public int batchLimit() {
    return batchLimit;
  }

  /** The stage's name, unique in its graph. */
  public String name() {
    return config == null ? "" : config.name();
  }

  /** What was configured. */
  public StageConfig config() {
    return config;
  }

  /** Who runs it; until it is opened, who is declared to. */
  public ThreadDomain domain() {
    return domain;
  }

  /** True if only the domain it is declared on can run it. */
  public boolean isPinned() {
    return pinned;
  }

  /** Whether its events have classes; those of others are all of the default class. */
  public boolean isClassified() {
    return traits.areClassified();
  }

  /** Sets the response-time targets by class, in place of the configured one. */
  public Stage<E> targets(Targets byClass) {
    targets = Objects.requireNonNull(byClass, "targets");
    return this;
  }

  /** The response-time targets in force. */
  public Targets targets() {
    return targets;
  }

  /**
   * Sets what each class below the highest keeps of the queue's room and of the service.
   *
   * @param share from 0 to 0.5
   */
  public void guaranteedShare(double share) {
    if (!(share >= 0 && share <= StageConfig.MAX_SHARE)) {
      throw new IllegalArgumentException(
          "guaranteed share " + share + ", must be from 0 to " + StageConfig.MAX_SHARE);
    }
    guaranteedShare = share;
  }

  /** What each class below the highest keeps. */
  public double guaranteedShare() {
    return guaranteedShare;
  }

  /** The degradation knob. */
  public Quality quality() {
    return quality;
  }

  /**
   * {@inheritDoc}
   *
   * <p>On processors: from one of their threads the event stays on that thread's processor, from
   * any other thread it goes to the processors in turn.
   */
  @Override
  public EnqueueResult enqueue(E event) {
    return graph.tracer().isOn() ? traced(List.of(event), () -> offer(event)) : offer(event);
  }

  private EnqueueResult offer(E event) {
    StageQueue<E> open = queue;
    return open == null ? gate.refuse(event, EnqueueResult.CLOSED) : open.enqueue(event);
  }

  private EnqueueResult traced(List<? extends E> events, Supplier<EnqueueResult> enqueue) {
    graph.tracer().offered(events, this);
    EnqueueResult result = enqueue.get();
    if (!result.accepted()) {
      graph.tracer().refused(events, this);
    }
    return result;
  }

  @Override
  public EnqueueResult enqueueAll(List<? extends E> events) {
    if (events.isEmpty()) {
      return EnqueueResult.ACCEPTED;
    }
    return graph.tracer().isOn() ? traced(events, () -> offerAll(events)) : offerAll(events);
  }

  private EnqueueResult offerAll(List<? extends E> events) {
    StageQueue<E> open = queue;
    return open == null ? gate.refuse(events, EnqueueResult.CLOSED) : open.enqueueAll(events);
  }

  @Override
  public Reservation reserve(List<? extends E> events, Duration expiry) {
    if (events.isEmpty()) {
      throw new IllegalArgumentException("a reservation of nothing");
    }
    List<E> kept = List.copyOf(events);
    StageQueue<E> open = queue;
    StageQueue.Claim<E> claim =
        open == null ? new Refused<>(gate.refuse(kept, EnqueueResult.CLOSED)) : open.claim(kept);
    Reservation reservation =
        new Reservation(
            claim, () -> graph.tracer().isOn() ? traced(kept, claim::enqueue) : claim.enqueue());
    if (reservation.result().accepted()) {
      reservation.expiresBy(graph.timers().after(expiry, reservation::expire));
    }
    return reservation;
  }

  /** A claim that was refused. */
  record Refused<E>(EnqueueResult result) implements StageQueue.Claim<E> {
    @Override
    public EnqueueResult enqueue() {
      return result;
    }

    @Override
    public void release() {}
  }

  /**
   * A sink whose events all run on one processor, for events that belong to something which lives
   * there, like a connection. For a stage on a worker pool it is the stage itself.
   *
   * @param processor index of the processor; if the stage was moved to fewer of them, they are gone
   *     through in turn
   */
  public Sink<E> on(int processor) {
    return event -> enqueueOn(processor, event);
  }

  EnqueueResult enqueueOn(int processor, E event) {
    return graph.tracer().isOn()
        ? traced(List.of(event), () -> offer(processor, event))
        : offer(processor, event);
  }

  private EnqueueResult offer(int processor, E event) {
    StageQueue<E> open = queue;
    return open == null
        ? gate.refuse(event, EnqueueResult.CLOSED)
        : open.enqueueOn(processor, event);
  }

  /**
   * Asks, before there is an event, whether one of this class would be refused now; counts it as
   * refused then. Later it may still be refused, or not.
   */
  public EnqueueResult probe(ServiceClass serviceClass) {
    StageQueue<E> open = queue;
    EnqueueResult result = open == null ? EnqueueResult.CLOSED : open.probe(serviceClass);
    if (!result.accepted()) {
      statistics.refused(serviceClass.rank(), result.outcome(), 1);
    }
    return result;
  }

  /** What the stage has before it now. */
  public StageLoad load() {
    StageQueue<E> open = queue;
    return open == null ? new StageLoad(0, 0, 1) : open.load();
  }

  /** The figures now; times are those of the last window. */
  public StageSnapshot snapshot() {
    return statistics.snapshot(this, queue);
  }

  /**
   * What the stage did since the observation before, or since it was declared; for one caller, the
   * controller of its batches.
   */
  public synchronized BatchObservation observe() {
    StageQueue<E> open = queue;
    Work work = open == null ? Work.NONE : open.work();
    Work since = work.minus(observedWork);
    long now = clock.nanos();
    long interval = Math.max(1, now - observedNanos);
    observedWork = work;
    observedNanos = now;
    return new BatchObservation(
        now,
        interval,
        since.events(),
        since.batches(),
        since.busyNanos(),
        queueLength(),
        batchLimit);
  }

  private int queueLength() {
    StageQueue<E> open = queue;
    return open == null ? 0 : open.length();
  }

  /** What happened in the last hour, window by window, oldest first; quiet windows left out. */
  public List<Point> history() {
    return statistics.history();
  }

  @Override
  public String toString() {
    return "stage " + name();
  }

  // ---- called by the queue that the domain made for this stage

  EventTraits<E> traits() {
    return traits;
  }

  Gate<E> gate() {
    return gate;
  }

  Clock clock() {
    return clock;
  }

  Backlog<E> newBacklog() {
    return new Backlog<>(config.queueCapacity(), this::guaranteedShare, clock);
  }

  BatchRunner<E> runner() {
    return runner;
  }

  // ---- lifecycle, called by the graph

  /** Before it is prepared. */
  void runBy(ThreadDomain other) {
    domain = other;
  }

  void prepare() throws Exception {
    requireDeclared();
    runner.init();
    queue = domain.queueFor(this);
  }

  void open() {
    gate.open();
  }

  /** Takes no more events; those queued go on. */
  void drain() {
    gate.drain();
  }

  /** True once every accepted event has ended. */
  boolean isIdle() {
    return statistics.completed() + statistics.failed() + statistics.shed()
        == statistics.accepted();
  }

  /** Sheds what is queued; batches that are running go on. */
  void close() {
    gate.stop();
    if (queue != null) {
      queue.close();
    }
  }

  /** After the last batch: ends the handler, if it was begun. */
  void end() {
    if (queue != null) {
      runner.destroy();
    }
  }

  /** Asks the queue for what it measured; comes in now or a little later. */
  void collect() {
    StageQueue<E> open = queue;
    if (open != null) {
      open.collect(statistics::add);
    }
  }

  void closeWindow(long nanos) {
    statistics.closeWindow(nanos, queueLength());
  }
}
