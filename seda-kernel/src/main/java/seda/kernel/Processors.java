package seda.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A domain with one thread per core. Each processor has its own I/O source, timers and run queue,
 * and every stage of the domain has one queue per processor:
 *
 * <pre>
 *   processor 0:  poll I/O ─► run queue: [read] [parse] [route] … ─► poll I/O …
 *   processor 1:  poll I/O ─► run queue: [parse] [send] …         ─► poll I/O …
 *                                ▲
 *   other threads ── inbox ──────┘   (the only way in, and the only place where cores meet)
 * </pre>
 *
 * <p>An event enqueued by a processor's own thread stays on that processor: no lock is taken and no
 * thread is woken. Handlers on this domain must not block.
 *
 * <p>A stage that {@linkplain StageConfig#stealable allows it} is helped by processors that have
 * nothing to do: they take whole batches out of its longer queues.
 */
public final class Processors extends ThreadDomain {
  private final List<Processor> processors;
  private final List<FusedQueue<?>> stealable = new CopyOnWriteArrayList<>();
  private final AtomicInteger turn = new AtomicInteger(ThreadLocalRandom.current().nextInt());

  /**
   * Declares the domain; threads start with the graph.
   *
   * @param config count and sizes
   * @param clock for timers
   * @param ioSource makes each processor's I/O source, on that processor's thread
   */
  Processors(ProcessorsConfig config, Clock clock, IoSource.Factory ioSource) {
    super(config.name());
    List<Processor> made = new ArrayList<>();
    for (int i = 0; i < config.count(); i++) {
      made.add(new Processor(this, i, config, clock, ioSource));
    }
    this.processors = List.copyOf(made);
  }

  /** How many processors there are. */
  public int count() {
    return processors.size();
  }

  /**
   * The processor whose thread is calling.
   *
   * @throws IllegalStateException on any other thread
   */
  public static Processor current() {
    Processor processor = Processor.currentOrNull();
    if (processor == null) {
      throw new IllegalStateException(
          "thread " + Thread.currentThread().getName() + " is no processor");
    }
    return processor;
  }

  @Override
  <E> StageQueue<E> queueFor(Stage<E> stage) {
    FusedQueue<E> queue = new FusedQueue<>(stage);
    if (stage.config().stealable()) {
      stealable.add(queue);
    }
    return queue;
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
    return processors.stream().map(Processor::thread).toList();
  }

  @Override
  void start() {
    processors.forEach(Processor::start);
  }

  @Override
  void stop() {
    processors.forEach(Processor::requestStop);
    processors.forEach(Processor::join);
  }

  // ---- stealing

  /** A lane has got more than its processor will come to soon: wakes one that waits. */
  void offerToIdle(Lane<?> lane) {
    if (!lane.isWorthStealing()) {
      return;
    }
    for (Processor processor : processors) {
      if (processor != lane.processor() && processor.isWaiting()) {
        processor.io().wakeup();
        return;
      }
    }
  }

  /** True if another processor has a batch to spare. */
  boolean hasToSteal(Processor thief) {
    for (FusedQueue<?> queue : stealable) {
      for (Lane<?> lane : queue.lanes) {
        if (lane.processor() != thief && lane.isWorthStealing()) {
          return true;
        }
      }
    }
    return false;
  }

  /** Runs a batch of another processor's lane; false if there is none to spare. */
  boolean steal(Processor thief) {
    for (FusedQueue<?> queue : stealable) {
      if (queue.stealFor(thief)) {
        return true;
      }
    }
    return false;
  }

  /** One lane per processor. */
  private final class FusedQueue<E> implements StageQueue<E> {
    private final List<Lane<E>> lanes;

    FusedQueue(Stage<E> stage) {
      this.lanes = processors.stream().map(processor -> new Lane<>(stage, processor)).toList();
    }

    /** The lane of the calling processor, or null. */
    private Lane<E> own() {
      Processor current = Processor.currentOrNull();
      return current != null && current.domain() == Processors.this
          ? lanes.get(current.index())
          : null;
    }

    private Lane<E> inTurn() {
      return lanes.get(Math.floorMod(turn.getAndIncrement(), lanes.size()));
    }

    @Override
    public EnqueueResult enqueue(E event) {
      Lane<E> own = own();
      return own != null ? own.enqueueLocal(event) : inTurn().enqueueFromOutside(event);
    }

    @Override
    public EnqueueResult enqueueOn(int index, E event) {
      Lane<E> lane = lanes.get(index < lanes.size() ? index : index % lanes.size());
      return Processor.currentOrNull() == lane.processor()
          ? lane.enqueueLocal(event)
          : lane.enqueueFromOutside(event);
    }

    @Override
    public EnqueueResult enqueueAll(List<? extends E> events) {
      Lane<E> own = own();
      return own != null ? own.enqueueAllLocal(events) : inTurn().enqueueAllFromOutside(events);
    }

    @Override
    public Claim<E> claim(List<? extends E> events) {
      Lane<E> own = own();
      return (own != null ? own : inTurn()).claim(events);
    }

    @Override
    public EnqueueResult probe(ServiceClass serviceClass) {
      Lane<E> own = own();
      return (own != null ? own : inTurn()).probe(serviceClass);
    }

    @Override
    public StageLoad load() {
      return new StageLoad(length(), 0, processors.size());
    }

    boolean stealFor(Processor thief) {
      Lane<E> own = lanes.get(thief.index());
      for (Lane<E> victim : lanes) {
        if (victim != own && own.runStolen(victim)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public int length() {
      int length = 0;
      for (Lane<E> lane : lanes) {
        length += lane.length();
      }
      return length;
    }

    @Override
    public int credits() {
      int credits = 0;
      for (Lane<E> lane : lanes) {
        credits += lane.credits();
      }
      return credits;
    }

    @Override
    public void close() {
      stealable.remove(this);
      lanes.forEach(Lane::close);
    }

    @Override
    public Work work() {
      return lanes.stream().map(Lane::work).reduce(Work.NONE, Work::plus);
    }

    @Override
    public void collect(Consumer<StageMeter.Window> into) {
      lanes.forEach(lane -> lane.collect(into));
    }
  }
}
