package benchmarks.load;

import benchmarks.report.Figures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.HdrHistogram.Histogram;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An event loop for thousands of connections: it waits for sockets and timers, and runs their
 * tasks. Its caller drives it by {@link #turn}, or it has its own thread. Only {@link #submit} and
 * {@link #close} may be called by other threads.
 *
 * <pre>
 *   tasks of other threads ─┐
 *   timers that are due    ─┼─► one thread ─► users ─► {@link HttpConnection}s
 *   sockets that are ready ─┘
 * </pre>
 */
public final class ClientLoop implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ClientLoop.class);
  private static final int READ_BYTES = 256 << 10;
  private static final long TURN_NANOS = 1_000_000_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /**
   * Timers that run between two selects. The limit lets the first of a thousand simultaneous
   * clients send before the last one connects.
   */
  private static final int TIMERS_AT_ONCE = 16;

  final Selector selector = Selector.open();
  final ByteBuffer readBuffer = ByteBuffer.allocateDirect(READ_BYTES);
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingLong((Timer timer) -> timer.due));
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final Thread thread;
  private Histogram lateness = Sample.histogram();
  private long cpuStart;
  private long wallStart = System.nanoTime();
  private volatile boolean stopped;

  private record Timer(long due, Runnable task) {}

  /**
   * The cost of the load generator, to detect that it is the bottleneck.
   *
   * @param cpuShare CPU time of its thread, as a share of one processor
   * @param latenessP99Millis 99th percentile of the timers' lateness
   * @param latenessMaxMillis the latest timer
   */
  public record Cost(double cpuShare, double latenessP99Millis, double latenessMaxMillis) {
    private static final double BUSY_SHARE = 0.9;
    private static final double LATE_MILLIS = 50;

    /** True if the load generator may limit the figures. */
    public boolean isBottleneck() {
      return cpuShare > BUSY_SHARE || latenessP99Millis > LATE_MILLIS;
    }
  }

  private ClientLoop(boolean own) throws IOException {
    thread = own ? new Thread(this::run, "load") : null;
  }

  /** A loop for {@link #turn}. */
  public static ClientLoop ofCaller() throws IOException {
    return new ClientLoop(false);
  }

  /** A loop with its own thread. */
  public static ClientLoop onThread() throws IOException {
    ClientLoop loop = new ClientLoop(true);
    loop.thread.setDaemon(true);
    loop.thread.start();
    return loop;
  }

  /** Queues a task for the loop's thread. Any thread. */
  public void submit(Runnable task) {
    tasks.add(task);
    selector.wakeup();
  }

  /** Runs a task at a time, a {@link System#nanoTime}. */
  public void at(long due, Runnable task) {
    timers.add(new Timer(due, task));
  }

  /** Waits for at most {@code nanos}, and runs due tasks. */
  public void turn(long nanos) throws IOException {
    long wait = timers.isEmpty() ? nanos : Math.min(nanos, timers.peek().due - System.nanoTime());
    if (wait <= 0) {
      selector.selectNow(this::ready);
    } else {
      // rounded up: the loop must not spin for the last fraction of a millisecond
      selector.select(this::ready, 1 + wait / NANOS_PER_MILLI);
    }
    long now = System.nanoTime();
    for (int i = 0; i < TIMERS_AT_ONCE && !timers.isEmpty() && timers.peek().due - now <= 0; i++) {
      Timer timer = timers.poll();
      Sample.record(lateness, timer.due);
      execute(timer.task);
    }
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      execute(task);
    }
  }

  private void ready(SelectionKey key) {
    execute(((HttpConnection) key.attachment())::ready);
  }

  /** On the loop's own thread, a task's failure must not end other tasks. */
  private void execute(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      if (thread == null) {
        throw e;
      }
      log.error("a user of the load failed", e);
    }
  }

  private void run() {
    try (selector) {
      while (!stopped) {
        turn(TURN_NANOS);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The cost since the last call. */
  public Cost takeCost() {
    long cpu = cpuNanos();
    long wall = System.nanoTime();
    double share = (double) (cpu - cpuStart) / Math.max(1, wall - wallStart);
    Cost cost = new Cost(share, Figures.millis(lateness, 99), Figures.millis(lateness, 100));
    lateness = Sample.histogram();
    cpuStart = cpu;
    wallStart = wall;
    return cost;
  }

  /** CPU time of the calling thread. */
  public static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** Ends its thread, if any. Connections must be closed before. */
  @Override
  public void close() {
    stopped = true;
    try {
      if (thread == null) {
        selector.close();
      } else {
        selector.wakeup();
        thread.join();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
