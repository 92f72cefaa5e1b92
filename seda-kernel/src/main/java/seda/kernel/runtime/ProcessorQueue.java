package seda.kernel.runtime;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import seda.kernel.EnqueueResult;
import seda.kernel.ServiceClass;
import seda.kernel.WorkState;

/**
 * A stage's queue on one processor. The backlog belongs to that processor's thread; other threads
 * come in through the processor's inbox. Only the queues of a stage that allows stealing are
 * locked, for another processor may take a batch then.
 *
 * <p>Other threads see the credits as they were published last, and count themselves what is on its
 * way: so the queue stays bounded, but for what they and the processor add at the same moment.
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
    this.backlog = stage.newBacklog();
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

  /** The queue as other threads see it, who have counted their own events in already. */
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
      publishedLength.set(
          backlog.length()); // a thread about to wait sees it, or we see that it waits
    } else {
      publishedLength.lazySet(backlog.length());
    }
    work.publish(backlog);
    for (int rank = backlog.ranks() - 2; rank >= 0; rank--) { // the lowest keeps from none
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

  /**
   * Runs a batch of another processor's queue of the same stage; false if there is none to spare.
   */
  boolean runStolen(ProcessorQueue<E> victim) {
    if (!victim.isWorthStealing()) {
      return false;
    }
    synchronized (victim.backlog) {
      if (!victim.isWorthStealing()) { // its owner came first
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

  /** Runs the batch as a pool does: what is late is shed, and the service time learnt. */
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

  /** More than a batch: the owner will not come to the rest soon. */
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

  /** Most events of one turn on the processor. */
  int batchLimit() {
    return stage.batchLimit();
  }

  /** What it takes, for the queues of the same processor too. */
  ProcessorWork work() {
    return work;
  }

  /** Credits that other threads have sent, as an estimate of their events. */
  int onTheirWay() {
    return onTheirWay.get();
  }

  // ---- on any other thread

  EnqueueResult probe(ServiceClass serviceClass) {
    return stage.queueAdmission().probe(serviceClass, outside);
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

  /** Its room is kept as if it was on its way, from the claim until it has arrived. */
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

  /** Admitted events on their way into this queue. */
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

    /** The processor's inbox is full. */
    EnqueueResult turnBack() {
      onTheirWay.addAndGet(-weight);
      return stage.queueAdmission().revoke(events, EnqueueResult.FULL);
    }
  }

  /** Sheds what waits, on the processor's thread or, once that has ended, here. */
  void close() {
    processor.forgets(this);
    processor.deliverSurely(EventLoop.task(this::shedAll));
  }

  Work done() {
    return meter.work();
  }

  void collect(java.util.function.Consumer<StageMeter.Window> into) {
    // if the inbox is full, the next call gets it
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
