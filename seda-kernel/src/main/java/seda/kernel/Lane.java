package seda.kernel;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A stage's queue on one processor. The backlog belongs to that processor's thread; other threads
 * come in through the processor's inbox. Only the lanes of a stage that allows stealing are locked,
 * for another processor may take a batch then.
 *
 * <p>Other threads see the credits as they were published last, and count themselves what is on its
 * way: so the queue stays bounded, but for what they and the processor add at the same moment.
 */
final class Lane<E> {
  private final Stage<E> stage;
  private final Processor processor;
  private final boolean shared;
  private final Backlog<E> backlog;
  private final Batch<E> batch;
  private final StageMeter meter;
  private final AtomicInteger publishedCredits = new AtomicInteger();
  private final AtomicInteger publishedLength = new AtomicInteger();
  private final AtomicIntegerArray publishedKept =
      new AtomicIntegerArray(ServiceClass.MAX_RANK + 1);
  private final AtomicInteger onTheirWay = new AtomicInteger();
  private final Outside outside = new Outside();
  private boolean runnable;

  Lane(Stage<E> stage, Processor processor) {
    this.stage = stage;
    this.processor = processor;
    this.shared = stage.config().stealable();
    this.backlog = stage.newBacklog();
    this.batch = stage.runner().newBatch();
    this.meter = batch.meter();
  }

  /** The queue as other threads see it, who have counted their own events in already. */
  private final class Outside implements Room {
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

    @Override
    public int capacity() {
      return backlog.capacity();
    }

    @Override
    public long nanos() {
      return backlog.nanos();
    }
  }

  Processor processor() {
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
    EnqueueResult result = stage.gate().admit(event, backlog);
    if (result.accepted()) {
      add(event, processor.now(), processor.runningStage());
    }
    return result;
  }

  EnqueueResult enqueueAllLocal(List<? extends E> events) {
    backlog.elsewhere(onTheirWay.get());
    EnqueueResult result = stage.gate().judge(events, backlog);
    if (result.accepted()) {
      result = stage.gate().accept(events);
    }
    if (result.accepted()) {
      for (E event : events) {
        add(event, processor.now(), processor.runningStage());
      }
    }
    return result;
  }

  private void add(E event, long stamp, Stage<?> source) {
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
    backlog.add(event, stage.traits().rank(event), stage.traits().weight(event), stamp);
    publish();
  }

  private void publish() {
    publishedCredits.lazySet(backlog.waitingCredits());
    if (shared) {
      publishedLength.set(backlog.length()); // seen by who is about to wait, or his wait by us
    } else {
      publishedLength.lazySet(backlog.length());
    }
    for (int rank = backlog.ranks() - 2; rank >= 0; rank--) { // the lowest keeps from none
      publishedKept.lazySet(rank, backlog.keptFrom(rank));
    }
  }

  /** Runs one batch; true if events are left. */
  boolean runBatch() {
    take(batch);
    if (batch.size() > 0) {
      processor.run(stage, batch, meter);
    }
    runnable = backlog.length() > 0;
    return runnable;
  }

  /**
   * Runs a batch of another processor's lane of the same stage; false if there is none to spare.
   */
  boolean runStolen(Lane<E> victim) {
    if (!victim.isWorthStealing()) {
      return false;
    }
    synchronized (victim.backlog) {
      if (!victim.isWorthStealing()) { // its owner came first
        return false;
      }
      victim.take(batch);
    }
    processor.run(stage, batch, meter);
    return true;
  }

  private void take(Batch<E> into) {
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

  // ---- on any other thread

  EnqueueResult probe(ServiceClass serviceClass) {
    return stage.gate().probe(serviceClass, outside);
  }

  EnqueueResult enqueueFromOutside(E event) {
    EnqueueResult result = stage.gate().admit(event, outside);
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
    EnqueueResult result = stage.gate().judge(events, outside);
    return result.accepted()
        ? new LaneClaim(List.copyOf(events), stage.traits().weight(events))
        : new Stage.Refused<>(result);
  }

  /** Its room is kept as if it was on its way, from the claim until it has arrived. */
  private final class LaneClaim implements StageQueue.Claim<E> {
    private final List<E> events;
    private final int weight;

    LaneClaim(List<E> events, int weight) {
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
      EnqueueResult result = stage.gate().accept(events);
      if (!result.accepted()) {
        release();
        return result;
      }
      Arrival arrival = new Arrival(events, weight, DomainThread.currentStage());
      if (Processor.currentOrNull() == processor) {
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

  /** Admitted events on their way into this lane. */
  private final class Arrival implements Processor.Delivery {
    private final List<E> events;
    private final int weight;
    private final Stage<?> source;
    private final long stamp = stage.clock().nanos();

    Arrival(List<E> events, int weight, Stage<?> source) {
      this.events = events;
      this.weight = weight;
      this.source = source;
    }

    @Override
    public void arrive() {
      if (stage.gate().hasStopped()) {
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
      return stage.gate().revoke(events, EnqueueResult.FULL);
    }
  }

  /** Sheds what waits, on the processor's thread or, once that has ended, here. */
  void close() {
    processor.deliverSurely(Processor.task(this::shedAll));
  }

  Work work() {
    return meter.work();
  }

  void collect(java.util.function.Consumer<StageMeter.Window> into) {
    // if the inbox is full, the next call gets it
    processor.deliver(
        Processor.task(
            () -> {
              StageMeter.Window measured = meter.take();
              if (measured != null) {
                into.accept(measured);
              }
            }));
  }
}
