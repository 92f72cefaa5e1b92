package seda.kernel.runtime;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.MpscArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Clock;
import seda.kernel.IoSource;
import seda.kernel.Processor;
import seda.kernel.ProcessorsConfig;

/**
 * One thread of {@link EventLoops}. It polls its I/O source, fires its timers, and runs one batch
 * of each runnable stage in turn. The methods of {@link Processor} are for its own thread only.
 *
 * <p>After a busy turn that leaves nothing to run, it yields its core once and polls again before
 * it waits. Under load, other threads of the core often bring the next events, which saves a sleep
 * and a wake-up. If more input is expected within microseconds, it first polls a few times.
 */
public final class EventLoop implements Processor {
  private static final Logger log = LoggerFactory.getLogger(EventLoop.class);
  private static final int TIMER_SLOTS = 1024;

  /** Batch size from which a processor is busy and likely to get more events soon. */
  private static final int BUSY_BATCH = 4;

  /** About 20 µs. Bounded, because no other thread uses the core meanwhile. */
  private static final int POLLS_FOR_EXPECTED = 60;

  private static final long AFTER_IO_FAILURE_NANOS = Duration.ofMillis(10).toNanos();

  /** Work that another thread sends to this processor. */
  interface Delivery {
    /** Called on the processor's thread. */
    void arrive();

    /** Called if the processor's thread has ended, on any thread, one at a time. */
    void giveUp();
  }

  private static final class LoopThread extends DomainThread implements OwnThread {
    private final EventLoop processor;

    LoopThread(EventLoop processor, String name) {
      super(processor::run, name);
      this.processor = processor;
    }

    @Override
    public EventLoop processor() {
      return processor;
    }
  }

  private final EventLoops domain;
  private final int index;
  private final int roundsPerPoll;
  private final Clock clock;
  private final IoSource.Factory ioSourceFactory;
  private final MpscArrayQueue<Delivery> inbox;

  /**
   * Deliveries that cannot be rejected although the inbox is full: committed reservations and ends
   * of stages.
   */
  private final Queue<Delivery> urgent = new ConcurrentLinkedQueue<>();

  private final ArrayDeque<ProcessorQueue<?>> runQueue = new ArrayDeque<>();
  private volatile ProcessorQueue<?>[] queues = {}; // replaced as a whole
  private final TimerWheel timers;
  private final CpuSampler cpu = new CpuSampler();
  private final CountDownLatch started = new CountDownLatch(1);
  private final LoopThread thread;

  private volatile IoSource io;
  private volatile Throwable startFailure;
  private volatile boolean waiting;
  private volatile boolean stopping;
  private volatile boolean ended;
  private long now;
  private boolean polling;
  private boolean stole;
  private int largestBatch;
  private boolean expecting;

  EventLoop(
      EventLoops domain,
      int index,
      ProcessorsConfig config,
      Clock clock,
      IoSource.Factory ioSourceFactory) {
    this.domain = domain;
    this.index = index;
    this.roundsPerPoll = config.roundsPerPoll();
    this.clock = clock;
    this.ioSourceFactory = ioSourceFactory;
    this.inbox = new MpscArrayQueue<>(config.inboxCapacity());
    this.timers = new TimerWheel(config.timerTick().toNanos(), TIMER_SLOTS, clock.nanos());
    this.thread = new LoopThread(this, config.name() + "-" + index);
  }

  /** Returns the event loop of the calling thread, or null. */
  static EventLoop current() {
    return Thread.currentThread() instanceof LoopThread own ? own.processor : null;
  }

  @Override
  public int index() {
    return index;
  }

  @Override
  public IoSource io() {
    return io;
  }

  @Override
  public TimerWheel.Timer schedule(Duration delay, Runnable action) {
    return timers.schedule(clock.nanos(), delay.toNanos(), action);
  }

  @Override
  public void expectMore() {
    expecting = true;
  }

  /** Returns the processor's queues. Do not modify the array. Any thread. */
  ProcessorQueue<?>[] queues() {
    return queues;
  }

  /** Adds a queue. */
  synchronized void serves(ProcessorQueue<?> queue) {
    ProcessorQueue<?>[] more = Arrays.copyOf(queues, queues.length + 1);
    more[queues.length] = queue;
    queues = more;
  }

  /** Removes a closed queue. */
  synchronized void forgets(ProcessorQueue<?> queue) {
    queues =
        Arrays.stream(queues).filter(other -> other != queue).toArray(ProcessorQueue<?>[]::new);
  }

  EventLoops domain() {
    return domain;
  }

  Thread thread() {
    return thread;
  }

  // ---- lifecycle

  /** Starts the thread; returns once the I/O source is open. */
  void start() {
    thread.start();
    boolean interrupted = false;
    while (true) {
      try {
        started.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (startFailure != null) {
      throw new IllegalStateException("no I/O source for " + thread.getName(), startFailure);
    }
  }

  void requestStop() {
    stopping = true;
    IoSource source = io;
    if (source != null) {
      source.wakeup();
    }
  }

  void join() {
    Threads.joinUninterruptibly(thread);
  }

  // ---- other threads

  /** Delivers through the inbox; false if it is full. */
  boolean deliver(Delivery delivery) {
    if (!inbox.offer(delivery)) {
      return false;
    }
    delivered();
    return true;
  }

  /** Delivers even if the inbox is full. */
  void deliverSurely(Delivery delivery) {
    if (!inbox.offer(delivery)) {
      urgent.add(delivery);
    }
    delivered();
  }

  private void delivered() {
    if (waiting) {
      io.wakeup();
    }
    if (ended) {
      giveUpInbox(); // admitted while open, delivered after the thread had ended
    }
  }

  /**
   * Returns a delivery that runs a task on this processor, or on the calling thread if the
   * processor has ended.
   */
  static Delivery task(Runnable task) {
    return new Delivery() {
      @Override
      public void arrive() {
        task.run();
      }

      @Override
      public void giveUp() {
        task.run();
      }
    };
  }

  /** True while the thread waits for I/O with nothing to run. */
  boolean isWaiting() {
    return waiting;
  }

  /**
   * Drains the inbox in place of the ended thread. The lock keeps the inbox's single-consumer rule.
   */
  private void giveUpInbox() {
    synchronized (inbox) {
      for (Delivery left = next(); left != null; left = next()) {
        left.giveUp();
      }
    }
  }

  private Delivery next() {
    Delivery next = inbox.poll();
    return next != null ? next : urgent.poll();
  }

  // ---- the processor's thread

  void makeRunnable(ProcessorQueue<?> queue) {
    runQueue.add(queue);
  }

  @Override
  public long now() {
    if (polling) {
      polling = false;
      now = clock.nanos(); // the poll may have waited
    }
    return now;
  }

  QueuedStage<?> runningStage() {
    return thread.running();
  }

  <E> void run(QueuedStage<E> stage, EventBatch<E> batch, StageMeter meter) {
    long start = now;
    stage.outsideDelay().waited(start - batch.stamp(0));
    largestBatch = Math.max(largestBatch, batch.size());
    thread.running(stage, batch);
    cpu.starting();
    stage.runner().run(batch);
    long cpuNanos = cpu.ended();
    thread.batchEnded();
    now = clock.nanos();
    meter.ended(stage, batch, start, now, cpuNanos);
    stage.runner().ended(batch, start, now);
    batch.clear();
  }

  private void run() {
    try {
      io = ioSourceFactory.open(this);
    } catch (Throwable e) {
      startFailure = e;
      return;
    } finally {
      started.countDown();
    }
    while (!stopping) {
      poll();
      now = clock.nanos();
      timers.advance(now);
      receive();
      stole = runQueue.isEmpty() && domain.steal(this);
      for (int round = 0; round < roundsPerPoll && !runQueue.isEmpty(); round++) {
        runOnce();
      }
    }
    now = clock.nanos();
    ended = true;
    giveUpInbox(); // later deliveries see the flag
    try {
      io.close();
    } catch (IOException | RuntimeException e) {
      log.warn("processor={} closing I/O failed", thread.getName(), e);
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // a hint; correctness does not depend on it
  private void poll() {
    polling = true;
    try {
      if (stole || !runQueue.isEmpty()) {
        io.poll(0);
        return;
      }
      if (expecting) {
        pollForExpected();
        return;
      }
      if (largestBatch >= BUSY_BATCH) {
        Thread.yield();
        io.poll(0);
        return;
      }
      waiting = true;
      // check again: an event delivered before the flag was set caused no wake-up
      boolean nothing = hasNothing() && !domain.hasToSteal(this);
      long timeout = nothing && !stopping ? timers.nanosToNext(clock.nanos()) : 0;
      io.poll(timeout);
    } catch (Throwable e) { // also an Error: it ends one poll, not the thread
      log.error("processor={} polling I/O failed", thread.getName(), e);
      LockSupport.parkNanos(AFTER_IO_FAILURE_NANOS);
    } finally {
      waiting = false;
      polling = false;
      largestBatch = 0;
      expecting = false;
    }
  }

  private void pollForExpected() throws IOException {
    for (int i = 0; i < POLLS_FOR_EXPECTED && hasNothing() && !stopping; i++) {
      io.poll(0);
    }
  }

  private boolean hasNothing() {
    return runQueue.isEmpty() && inbox.isEmpty() && urgent.isEmpty();
  }

  void receive() {
    // bounded by the current size, so that a flood of deliveries cannot starve the queues
    Delivery delivery = next();
    for (int i = inbox.size(); delivery != null; i--) {
      delivery.arrive();
      delivery = i > 0 ? next() : urgent.poll();
    }
  }

  private void runOnce() {
    for (int i = runQueue.size(); i > 0; i--) {
      ProcessorQueue<?> queue = runQueue.poll();
      if (queue.runBatch()) {
        runQueue.add(queue);
      }
    }
  }
}
