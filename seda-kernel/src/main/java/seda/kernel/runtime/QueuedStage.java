package seda.kernel.runtime;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import seda.kernel.AdmissionController;
import seda.kernel.BatchObservation;
import seda.kernel.Clock;
import seda.kernel.CompletionObserver;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Quality;
import seda.kernel.ServiceClass;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageLoad;
import seda.kernel.StageSnapshot;
import seda.kernel.Targets;
import seda.kernel.WindowSnapshot;

/**
 * The only implementation of {@link Stage}: admission in front of the queue that its domain
 * created. The graph calls the lifecycle methods, one thread at a time.
 *
 * @param <E> type of the events
 */
public final class QueuedStage<E> implements Stage<E>, EventSource {

  private final StageConfig config;
  private final StageContext context;
  private final StageStatistics statistics;
  private final EventTraits<E> traits;
  private final QueueAdmission<E> queueAdmission;
  private final BatchRunner<E> runner;

  private volatile RuntimeDomain domain;
  private boolean pinned;
  private boolean blocking;
  private volatile int batchLimit;
  private volatile double guaranteedShare;
  private volatile StageQueue<E> queue;
  private volatile Targets targets;
  private final Targets targetsInForce = rank -> targets.nanos(rank);
  private final Quality quality = new Quality();
  private volatile boolean predicts;
  private Work observedWork = Work.NONE;
  private long observedNanos;

  public QueuedStage(StageConfig config, RuntimeDomain domain, StageContext context) {
    this.config = config;
    this.domain = domain;
    this.context = context;
    this.observedNanos = context.clock().nanos();
    this.statistics = new StageStatistics(context.historyLength());
    this.traits = new EventTraits<>(config.name(), context.clock());
    this.queueAdmission = new QueueAdmission<>(traits, statistics);
    this.runner = new BatchRunner<>(this, traits, statistics, context.tracer());
    this.batchLimit = config.batchSize();
    this.guaranteedShare = config.guaranteedShare();
    long target = config.target().map(Duration::toNanos).orElse(0L);
    this.targets = rank -> target;
  }

  // ---- declaration

  @Override
  public QueuedStage<E> handledBy(EventHandler<E> handler) {
    requireDeclared();
    runner.handler(Objects.requireNonNull(handler, "handler"));
    return this;
  }

  @Override
  public QueuedStage<E> listener(EventListener<? super E> listener) {
    requireDeclared();
    traits.listener(listener);
    return this;
  }

  @Override
  public QueuedStage<E> classifiedBy(Function<? super E, ServiceClass> classifier) {
    requireDeclared();
    traits.classifiedBy(classifier);
    return this;
  }

  @Override
  public QueuedStage<E> background() {
    requireDeclared();
    traits.background();
    return this;
  }

  @Override
  public QueuedStage<E> weighedBy(ToIntFunction<? super E> weigher) {
    requireDeclared();
    traits.weighedBy(weigher);
    return this;
  }

  @Override
  public QueuedStage<E> arrivedAt(ToLongFunction<? super E> arrival) {
    requireDeclared();
    traits.arrivedAt(arrival);
    return this;
  }

  @Override
  public QueuedStage<E> turnsBy(ToLongFunction<? super E> flow) {
    requireDeclared();
    traits.turnsBy(flow);
    return this;
  }

  @Override
  public QueuedStage<E> boundedFlows() {
    requireDeclared();
    traits.boundedFlows();
    return this;
  }

  @Override
  public QueuedStage<E> orderedBy(Comparator<? super E> order) {
    requireDeclared();
    traits.orderedBy(order);
    return this;
  }

  @Override
  public QueuedStage<E> pinned() {
    requireDeclared();
    this.pinned = true;
    return this;
  }

  @Override
  public QueuedStage<E> blocking() {
    requireDeclared();
    this.blocking = true;
    return this;
  }

  /** Copies the declarations of another stage. */
  public QueuedStage<E> like(QueuedStage<E> other) {
    traits.copy(other.traits);
    runner.handler(other.runner.handler());
    targets = other.targets;
    pinned = other.pinned;
    blocking = other.blocking;
    return this;
  }

  private void requireDeclared() {
    if (!queueAdmission.isDeclared()) {
      throw new IllegalStateException("stage " + name() + " is open; declare it before it opens");
    }
  }

  // ---- at any time

  @Override
  public QueuedStage<E> admission(AdmissionController<? super E> admission) {
    queueAdmission.admission(admission);
    runner.observer(admission instanceof CompletionObserver feedback ? feedback : null);
    predicts = admission.predicts();
    measureWorkIfNeeded();
    return this;
  }

  @Override
  public AdmissionController<? super E> admission() {
    return queueAdmission.admission();
  }

  @Override
  public void batchLimit(int limit) {
    batchLimit = Math.max(1, Math.min(limit, config.batchSize()));
  }

  @Override
  public int batchLimit() {
    return batchLimit;
  }

  @Override
  public String name() {
    return config.name();
  }

  @Override
  public StageConfig config() {
    return config;
  }

  @Override
  public RuntimeDomain domain() {
    return domain;
  }

  @Override
  public boolean isPinned() {
    return pinned;
  }

  @Override
  public boolean isBlocking() {
    return blocking;
  }

  @Override
  public boolean isClassified() {
    return traits.areClassified();
  }

  @Override
  public QueuedStage<E> targets(Targets byClass) {
    targets = Objects.requireNonNull(byClass, "targets");
    if (queueAdmission.isOpen()) {
      domain.checkOrder(this);
    }
    return this;
  }

  @Override
  public Targets targets() {
    return targetsInForce;
  }

  /** True if one of its classes has a target. */
  boolean hasTarget() {
    int lowest = isClassified() ? ServiceClass.MAX_RANK : 0;
    return IntStream.rangeClosed(0, lowest).anyMatch(rank -> targets.nanos(rank) > 0);
  }

  @Override
  public void guaranteedShare(double share) {
    if (!(share >= 0 && share <= StageConfig.MAX_SHARE)) {
      throw new IllegalArgumentException(
          "guaranteed share = " + share + ", must be from 0 to " + StageConfig.MAX_SHARE);
    }
    guaranteedShare = share;
  }

  @Override
  public double guaranteedShare() {
    return guaranteedShare;
  }

  @Override
  public Quality quality() {
    return quality;
  }

  @Override
  public EnqueueResult enqueue(E event) {
    return context.tracer().isOn() ? traced(List.of(event), () -> offer(event)) : offer(event);
  }

  private EnqueueResult offer(E event) {
    StageQueue<E> open = queue;
    return open == null ? queueAdmission.refuse(event, EnqueueResult.CLOSED) : open.enqueue(event);
  }

  private EnqueueResult traced(List<? extends E> events, Supplier<EnqueueResult> enqueue) {
    context.tracer().offered(events, this);
    EnqueueResult result = enqueue.get();
    if (!result.accepted()) {
      context.tracer().refused(events, this);
    }
    return result;
  }

  @Override
  public EnqueueResult enqueueAll(List<? extends E> events) {
    if (events.isEmpty()) {
      return EnqueueResult.ACCEPTED;
    }
    return context.tracer().isOn() ? traced(events, () -> offerAll(events)) : offerAll(events);
  }

  private EnqueueResult offerAll(List<? extends E> events) {
    StageQueue<E> open = queue;
    return open == null
        ? queueAdmission.refuse(events, EnqueueResult.CLOSED)
        : open.enqueueAll(events);
  }

  @Override
  public QueueReservation reserve(List<? extends E> events, Duration expiry) {
    if (events.isEmpty()) {
      throw new IllegalArgumentException("no events to reserve room for");
    }
    List<E> kept = List.copyOf(events);
    StageQueue<E> open = queue;
    StageQueue.Claim<E> claim =
        open == null
            ? new RefusedClaim<>(queueAdmission.refuse(kept, EnqueueResult.CLOSED))
            : open.claim(kept);
    QueueReservation reservation =
        new QueueReservation(
            claim, () -> context.tracer().isOn() ? traced(kept, claim::enqueue) : claim.enqueue());
    if (reservation.result().accepted()) {
      reservation.expiresBy(context.timers().after(expiry, reservation::expire));
    }
    return reservation;
  }

  @Override
  public EnqueueResult enqueueOn(int processor, E event) {
    return context.tracer().isOn()
        ? traced(List.of(event), () -> offer(processor, event))
        : offer(processor, event);
  }

  private EnqueueResult offer(int processor, E event) {
    StageQueue<E> open = queue;
    return open == null
        ? queueAdmission.refuse(event, EnqueueResult.CLOSED)
        : open.enqueueOn(processor, event);
  }

  @Override
  public EnqueueResult probe(ServiceClass serviceClass, long sinceArrivalNanos) {
    StageQueue<E> open = queue;
    EnqueueResult result =
        open == null ? EnqueueResult.CLOSED : open.probe(serviceClass, sinceArrivalNanos);
    if (!result.accepted()) {
      statistics.refused(serviceClass.rank(), result.outcome(), 1);
    }
    return result;
  }

  @Override
  public ServiceClass classOf(E event) {
    return traits.serviceClass(event);
  }

  @Override
  public StageLoad load() {
    StageQueue<E> open = queue;
    return open == null ? StageLoad.NONE : open.load();
  }

  @Override
  public StageSnapshot snapshot() {
    return statistics.snapshot(this, queue);
  }

  @Override
  public synchronized BatchObservation observe() {
    StageQueue<E> open = queue;
    Work work = open == null ? Work.NONE : open.work();
    Work since = work.minus(observedWork);
    long now = context.clock().nanos();
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

  @Override
  public List<WindowSnapshot> history() {
    return statistics.history();
  }

  @Override
  public String toString() {
    return "stage " + name();
  }

  // ---- called by the stage's queue

  EventTraits<E> traits() {
    return traits;
  }

  QueueAdmission<E> queueAdmission() {
    return queueAdmission;
  }

  Clock clock() {
    return context.clock();
  }

  /**
   * Creates an empty backlog.
   *
   * @param bounds threads of the flows, or null
   */
  Backlog<E> newBacklog(FlowThreads bounds, ServiceEnd end) {
    return new Backlog<>(
        config.queueCapacity(), this::guaranteedShare, traits.haveFlows(), bounds, end);
  }

  public BatchRunner<E> runner() {
    return runner;
  }

  /** True if the admission controller predicts from the work of the threads. */
  boolean predicts() {
    return predicts;
  }

  private void measureWorkIfNeeded() {
    if (predicts) {
      domain.measureWork();
      context.delay().sample(context.timers());
    }
  }

  /** Returns the delay of events outside the queues of pools. */
  OutsideDelay outsideDelay() {
    return context.delay();
  }

  // ---- lifecycle, called by the graph

  /** Sets the domain, before {@link #prepare}. */
  public void runBy(RuntimeDomain other) {
    domain = other;
  }

  public void prepare() throws Exception {
    requireDeclared();
    runner.init();
    measureWorkIfNeeded();
    queue = domain.queueFor(this);
  }

  public void open() {
    domain.checkOrder(this);
    queueAdmission.open();
  }

  /** Rejects new events; queued events continue. */
  public void drain() {
    queueAdmission.drain();
  }

  /** True once every accepted event has ended. */
  public boolean isIdle() {
    return statistics.completed() + statistics.failed() + statistics.shed()
        == statistics.accepted();
  }

  /** Sheds the queued events; running batches continue. */
  public void close() {
    queueAdmission.stop();
    if (queue != null) {
      queue.close();
    }
  }

  /** Ends the handler after the last batch, if it was initialised. */
  public void end() {
    if (queue != null) {
      runner.destroy();
    }
  }

  /** Collects the queue's measurements; they arrive now or a little later. */
  public void collect() {
    StageQueue<E> open = queue;
    if (open != null) {
      open.collect(statistics::add);
    }
  }

  public void closeWindow(long nanos) {
    statistics.closeWindow(nanos, queueLength());
  }
}
