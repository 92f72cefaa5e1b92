package seda.kernel.runtime;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import seda.kernel.EnqueueResult;
import seda.kernel.ServiceClass;
import seda.kernel.WorkState;

/**
 * A stage's queue on one processor. The backlog belongs to that processor's thread; other threads
 * enqueue through the processor's inbox. A queue is locked only if its stage allows stealing,
 * because another processor may then take a batch.
 *
 * <p>Other threads see the last published credits and count events in transit themselves. So the
 * queue stays bounded, except for concurrent additions by them and the processor.
 */
final class ProcessorQueue<E> {
  private final QueuedStage<E> stage;
  private final EventLoop processor;
  private final boolean shared;
  private final Backlog<E> backlog;
  private final EventBatch<E> batch;
  private final StageMeter meter;
  private final AtomicInteger publishedCredits = new AtomicInteger();
  private final AtomicInteger publishedLength = new AtomicInteger();
  private final AtomicIntegerArray publishedKept = new AtomicIntegerArray(ServiceClass.RANKS);
  private final AtomicInteger onTheirWay = new AtomicInteger();
  private final Inside inside = new Inside();
  private final Outside outside = new Outside();
  private final ProcessorWork work = new ProcessorWork(this);
  private boolean runnable;

  ProcessorQueue(QueuedStage<E> stage, EventLoop processor) {
    this.stage = stage;
    this.processor = processor;
    this.shared = stage.config().stealable();
    this.backlog = stage.newBacklog(null, new ServiceEnd());
    this.batch = stage.runner().newBatch();
    this.meter = batch.meter();
    processor.serves(this);
  }

  /** The queue as its own processor sees it. */
  private class Inside implements BoundedQueueState {
    @Override
    public boolean fits(int rank, int weight) {
      return backlog.fits(rank, weight);
    }

    @Override
    public int length() {
      return backlog.length();
    }

    @Override
    public int credits() {
      return backlog.credits();
    }

    @Override
    public int creditsAhead(int rank) {
      return backlog.creditsAhead(rank);
    }

    @Override
    public int capacity() {
      return backlog.capacity();
    }

    @Override
    public WorkState work() {
      return work;
    }

    @Override
    public long nanos() {
      return stage.clock().nanos();
    }
  }

  /** The queue as other threads see it, after they have counted their own events. */
  private final class Outside extends Inside {
    @Override
    public boolean fits(int rank, int weight) {
      return credits() + publishedKept.get(rank) + weight <= capacity();
    }

    @Override
    public int length() {
      return publishedLength.get();
    }

    @Override
    public int credits() {
      return publishedCredits.get() + onTheirWay.get();
    }

    @Override
    public int creditsAhead(int rank) {
      return credits();
    }
  }

  EventLoop processor() {
    return processor;
  }

  int length() {
    return publishedLength.get();
  }

  int credits() {
    return outside.credits();
  }

  // ---- on the processor's thread

  EnqueueResult enqueueLocal(E event) {
    backlog.elsewhere(onTheirWay.get());
    EnqueueResult result = stage.queueAdmission().admit(event, inside);
    if (result.accepted()) {
      add(event, processor.now(), processor.runningStage());
    }
    return result;
  }

  EnqueueResult enqueueAllLocal(List<? extends E> events) {
    backlog.elsewhere(onTheirWay.get());
    EnqueueResult result = stage.queueAdmission().judge(events, inside);
    if (result.accepted()) {
      result = stage.queueAdmission().accept(events);
    }
    if (result.accepted()) {
      for (E event : events) {
        add(event, processor.now(), processor.runningStage());
      }
    }
    return result;
  }

  private void add(E event, long stamp, QueuedStage<?> source) {
    if (shared) {
      synchronized (backlog) {
        put(event, stamp);
      }
      processor.domain().offerToIdle(this);
    } else {
      put(event, stamp);
    }
    meter.entered(source);
    if (!runnable) {
      runnable = true;
      processor.makeRunnable(this);
    }
  }

  private void put(E event, long stamp) {
    EventTraits<E> traits = stage.traits();
    backlog.add(event, traits.rank(event), traits.weight(event), stamp, traits.flow(event));
    publish();
  }

  private void publish() {
    publishedCredits.lazySet(backlog.waitingCredits());
    if (shared) {
      publishedLength.set(backlog.length()); // pairs with the check of a thread about to wait
    } else {
      publishedLength.lazySet(backlog.length());
    }
    work.publish(backlog);
    for (int rank = backlog.ranks() - 2; rank >= 0; rank--) { // no class is below the lowest
      publishedKept.lazySet(rank, backlog.keptFrom(rank));
    }
  }

  /** Runs one batch; true if events are left. */
  boolean runBatch() {
    take(batch);
    run();
    runnable = backlog.length() > 0;
    return runnable;
  }

  QueuedStage<E> stage() {
    return stage;
  }

  /** Runs a batch of another processor's queue of the same stage; false if none is to spare. */
  boolean runStolen(ProcessorQueue<E> victim) {
    if (!victim.isWorthStealing()) {
      return false;
    }
    synchronized (victim.backlog) {
      if (!victim.isWorthStealing()) { // its owner was faster
        return false;
      }
      victim.take(batch);
    }
    run();
    return true;
  }

  private void run() {
    if (processor.domain().measuresWork()) {
      runMeasured();
    } else if (batch.size() > 0) {
      processor.run(stage, batch, meter);
    }
  }

  /** Runs the batch like a pool: sheds late events and measures the service time. */
  private void runMeasured() {
    int taken = batch.size();
    long start = processor.now();
    batch.started(start, work.serviceP90());
    if (stage.predicts()) {
      stage.runner().shedLate(batch);
    }
    int handled = batch.size();
    work.started(start, taken);
    if (handled > 0) {
      processor.run(stage, batch, meter);
    } else {
      batch.clear();
    }
    work.ended(processor.now(), taken, handled, processor.now() - start);
  }

  private void take(EventBatch<E> into) {
    if (shared) {
      synchronized (backlog) {
        backlog.take(into, stage.batchLimit());
        publish();
      }
    } else {
      backlog.take(into, stage.batchLimit());
      publish();
    }
  }

  /** True if more than one batch waits: the owner will not reach the rest soon. */
  boolean isWorthStealing() {
    return publishedLength.get() > stage.batchLimit();
  }

  private void shedAll() {
    while (backlog.length() > 0) {
      take(batch);
      stage.runner().shed(batch);
    }
    runnable = false;
  }

  /** Returns the largest number of events per turn on the processor. */
  int batchLimit() {
    return stage.batchLimit();
  }

  /** Returns the work measurements, also used by other queues of the processor. */
  ProcessorWork work() {
    return work;
  }

  /** Returns the credits in transit from other threads, an estimate of their events. */
  int onTheirWay() {
    return onTheirWay.get();
  }

  // ---- on any other thread

  EnqueueResult probe(ServiceClass serviceClass, long sinceArrivalNanos) {
    return stage.queueAdmission().probe(serviceClass, sinceArrivalNanos, outside);
  }

  EnqueueResult enqueueFromOutside(E event) {
    EnqueueResult result = stage.queueAdmission().admit(event, outside);
    if (!result.accepted()) {
      return result;
    }
    Arrival arrival =
        new Arrival(List.of(event), stage.traits().weight(event), DomainThread.currentStage());
    onTheirWay.addAndGet(arrival.weight);
    return processor.deliver(arrival) ? result : arrival.turnBack();
  }

  EnqueueResult enqueueAllFromOutside(List<? extends E> events) {
    return claim(events).enqueue();
  }

  StageQueue.Claim<E> claim(List<? extends E> events) {
    EnqueueResult result = stage.queueAdmission().judge(events, outside);
    return result.accepted()
        ? new ProcessorClaim(List.copyOf(events), stage.traits().weight(events))
        : new RefusedClaim<>(result);
  }

  /** A claim. Its room counts as in transit until the events have arrived. */
  private final class ProcessorClaim implements StageQueue.Claim<E> {
    private final List<E> events;
    private final int weight;

    ProcessorClaim(List<E> events, int weight) {
      this.events = events;
      this.weight = weight;
      onTheirWay.addAndGet(weight);
    }

    @Override
    public EnqueueResult result() {
      return EnqueueResult.ACCEPTED;
    }

    @Override
    public EnqueueResult enqueue() {
      EnqueueResult result = stage.queueAdmission().accept(events);
      if (!result.accepted()) {
        release();
        return result;
      }
      Arrival arrival = new Arrival(events, weight, DomainThread.currentStage());
      if (EventLoop.current() == processor) {
        arrival.arrive();
      } else {
        processor.deliverSurely(arrival);
      }
      return EnqueueResult.ACCEPTED;
    }

    @Override
    public void release() {
      onTheirWay.addAndGet(-weight);
    }
  }

  /** Admitted events in transit to this queue. */
  private final class Arrival implements EventLoop.Delivery {
    private final List<E> events;
    private final int weight;
    private final QueuedStage<?> source;
    private final long stamp = stage.clock().nanos();

    Arrival(List<E> events, int weight, QueuedStage<?> source) {
      this.events = events;
      this.weight = weight;
      this.source = source;
    }

    @Override
    public void arrive() {
      if (stage.queueAdmission().hasStopped()) {
        giveUp();
        return;
      }
      for (E event : events) {
        add(event, stamp, source);
      }
      onTheirWay.addAndGet(-weight);
    }

    @Override
    public void giveUp() {
      onTheirWay.addAndGet(-weight);
      events.forEach(stage.runner()::shed);
    }

    /** Revokes the admission because the processor's inbox is full. */
    EnqueueResult turnBack() {
      onTheirWay.addAndGet(-weight);
      return stage.queueAdmission().revoke(events, EnqueueResult.FULL);
    }
  }

  /**
   * Sheds the waiting events, on the processor's thread or, after its end, on the calling thread.
   */
  void close() {
    processor.forgets(this);
    processor.deliverSurely(EventLoop.task(this::shedAll));
  }

  Work done() {
    return meter.work();
  }

  void collect(java.util.function.Consumer<StageMeter.Window> into) {
    // if the inbox is full, the next call collects it
    processor.deliver(
        EventLoop.task(
            () -> {
              StageMeter.Window measured = meter.take();
              if (measured != null) {
                into.accept(measured);
              }
            }));
  }
}
