package seda.kernel.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import seda.kernel.Clock;
import seda.kernel.DomainSnapshot;
import seda.kernel.EnqueueResult;
import seda.kernel.IoSource;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.ServiceClass;
import seda.kernel.StageLoad;

/** The domain of {@link EventLoop}s: its queues and the stealing between processors. */
public final class EventLoops extends RuntimeDomain implements Processors {
  private final List<EventLoop> processors;
  private final List<FusedQueue<?>> stealable = new CopyOnWriteArrayList<>();
  private volatile boolean measuresWork;
  private final AtomicInteger turn = new AtomicInteger(ThreadLocalRandom.current().nextInt());

  /**
   * Declares the domain; its threads start with the graph.
   *
   * @param config count and sizes
   * @param clock clock of the timers
   * @param ioSource creates each processor's I/O source, on that processor's thread
   */
  public EventLoops(ProcessorsConfig config, Clock clock, IoSource.Factory ioSource) {
    super(config.name());
    List<EventLoop> made = new ArrayList<>();
    for (int i = 0; i < config.count(); i++) {
      made.add(new EventLoop(this, i, config, clock, ioSource));
    }
    this.processors = List.copyOf(made);
  }

  @Override
  public int count() {
    return processors.size();
  }

  @Override
  <E> StageQueue<E> queueFor(QueuedStage<E> stage) {
    FusedQueue<E> queue = new FusedQueue<>(stage);
    if (stage.config().stealable()) {
      stealable.add(queue);
    }
    return queue;
  }

  @Override
  void measureWork() {
    measuresWork = true;
  }

  /** True if the admission of one of its stages predicts. */
  boolean measuresWork() {
    return measuresWork;
  }

  @Override
  public int threads() {
    return processors.size();
  }

  @Override
  public DomainSnapshot snapshot() {
    return new DomainSnapshot(name(), "processors", count(), count(), count(), cpuNanos());
  }

  @Override
  List<Thread> running() {
    return processors.stream().map(EventLoop::thread).toList();
  }

  @Override
  public void start() {
    processors.forEach(EventLoop::start);
  }

  @Override
  public void stop() {
    processors.forEach(EventLoop::requestStop);
    processors.forEach(EventLoop::join);
  }

  // ---- stealing

  /** Wakes an idle processor if the queue holds more than its own processor will handle soon. */
  void offerToIdle(ProcessorQueue<?> queue) {
    if (!queue.isWorthStealing()) {
      return;
    }
    for (EventLoop processor : processors) {
      if (processor != queue.processor() && processor.isWaiting()) {
        processor.io().wakeup();
        return;
      }
    }
  }

  /** True if another processor has a batch to spare. */
  boolean hasToSteal(EventLoop thief) {
    for (FusedQueue<?> queue : stealable) {
      for (ProcessorQueue<?> victim : queue.queues) {
        if (victim.processor() != thief && victim.isWorthStealing()) {
          return true;
        }
      }
    }
    return false;
  }

  /** Runs a batch of another processor's queue; false if none is to spare. */
  boolean steal(EventLoop thief) {
    for (FusedQueue<?> queue : stealable) {
      if (queue.stealFor(thief)) {
        return true;
      }
    }
    return false;
  }

  /** A stage's queues, one per processor. */
  private final class FusedQueue<E> implements StageQueue<E> {
    private final List<ProcessorQueue<E>> queues;

    FusedQueue(QueuedStage<E> stage) {
      this.queues =
          processors.stream().map(processor -> new ProcessorQueue<>(stage, processor)).toList();
    }

    /** Returns the queue of the calling processor, or null. */
    private ProcessorQueue<E> own() {
      EventLoop current = EventLoop.current();
      return current != null && current.domain() == EventLoops.this
          ? queues.get(current.index())
          : null;
    }

    private ProcessorQueue<E> inTurn() {
      return queues.get(Math.floorMod(turn.getAndIncrement(), queues.size()));
    }

    @Override
    public EnqueueResult enqueue(E event) {
      ProcessorQueue<E> own = own();
      return own != null ? own.enqueueLocal(event) : inTurn().enqueueFromOutside(event);
    }

    @Override
    public EnqueueResult enqueueOn(int index, E event) {
      ProcessorQueue<E> queue = queues.get(index < queues.size() ? index : index % queues.size());
      return EventLoop.current() == queue.processor()
          ? queue.enqueueLocal(event)
          : queue.enqueueFromOutside(event);
    }

    @Override
    public EnqueueResult enqueueAll(List<? extends E> events) {
      ProcessorQueue<E> own = own();
      return own != null ? own.enqueueAllLocal(events) : inTurn().enqueueAllFromOutside(events);
    }

    @Override
    public Claim<E> claim(List<? extends E> events) {
      ProcessorQueue<E> own = own();
      return (own != null ? own : inTurn()).claim(events);
    }

    @Override
    public EnqueueResult probe(ServiceClass serviceClass, long sinceArrivalNanos) {
      ProcessorQueue<E> own = own();
      return (own != null ? own : inTurn()).probe(serviceClass, sinceArrivalNanos);
    }

    @Override
    public StageLoad load() {
      double[] work = new double[ServiceClass.MAX_RANK + 1];
      for (EventLoop processor : processors) {
        for (ProcessorQueue<?> queue : processor.queues()) {
          for (int rank = 0; rank < work.length; rank++) {
            work[rank] += queue.work().waiting(rank) * queue.work().serviceMean();
          }
        }
      }
      List<Double> byRank = Arrays.stream(work).boxed().toList();
      return new StageLoad(length(), byRank, false, processors.size());
    }

    boolean stealFor(EventLoop thief) {
      ProcessorQueue<E> own = queues.get(thief.index());
      for (ProcessorQueue<E> victim : queues) {
        if (victim != own && own.runStolen(victim)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public int length() {
      int length = 0;
      for (ProcessorQueue<E> queue : queues) {
        length += queue.length();
      }
      return length;
    }

    @Override
    public int credits() {
      int credits = 0;
      for (ProcessorQueue<E> queue : queues) {
        credits += queue.credits();
      }
      return credits;
    }

    @Override
    public void close() {
      stealable.remove(this);
      queues.forEach(ProcessorQueue::close);
    }

    @Override
    public Work work() {
      return queues.stream().map(ProcessorQueue::done).reduce(Work.NONE, Work::plus);
    }

    @Override
    public void collect(Consumer<StageMeter.Window> into) {
      queues.forEach(queue -> queue.collect(into));
    }
  }
}
