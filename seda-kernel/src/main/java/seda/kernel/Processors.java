package seda.kernel;

import java.util.ArrayList;
import java.util.List;
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
 */
public final class Processors extends ThreadDomain {
  private final List<Processor> processors;
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
    return new FusedQueue<>(stage);
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

  /** One lane per processor. */
  private final class FusedQueue<E> implements StageQueue<E> {
    private final List<Lane<E>> lanes;

    FusedQueue(Stage<E> stage) {
      this.lanes = processors.stream().map(processor -> new Lane<>(stage, processor)).toList();
    }

    @Override
    public EnqueueResult enqueue(E event) {
      Processor current = Processor.currentOrNull();
      if (current != null && current.domain() == Processors.this) {
        return lanes.get(current.index()).enqueueLocal(event);
      }
      return lanes
          .get(Math.floorMod(turn.getAndIncrement(), lanes.size()))
          .enqueueFromOutside(event);
    }

    @Override
    public EnqueueResult enqueueOn(int index, E event) {
      Processor current = Processor.currentOrNull();
      Lane<E> lane = lanes.get(index);
      return current == lane.processor()
          ? lane.enqueueLocal(event)
          : lane.enqueueFromOutside(event);
    }

    @Override
    public int length() {
      return lanes.stream().mapToInt(Lane::length).sum();
    }

    @Override
    public void drainTo(Consumer<? super E> consumer) {
      lanes.forEach(lane -> lane.drainTo(consumer));
    }
  }
}
