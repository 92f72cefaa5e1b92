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
 * An event loop for thousands of connections: it waits for sockets and timers, and runs what is
 * due. Either its caller drives it by {@link #turn}, or it has a thread of its own. All methods but
 * {@link #submit} and {@link #close} belong to the thread that drives it.
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
   * Timers that run before the loop looks at its sockets again. If a thousand clients arrive at
   * once and all connect first, the first of them waits for the last before it sends anything.
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
   * The load's own cost, which shows whether the load, and not the server, is the bottleneck.
   *
   * @param cpuShare of one processor that its thread took
   * @param latenessP99Millis 99th percentile of the timers' lateness
   */
  public record Cost(double cpuShare, double latenessP99Millis) {
    private static final double BUSY_SHARE = 0.9;
    private static final double LATE_MILLIS = 50;

    /** True if the figures may be the load's, not the server's. */
    public boolean isBottleneck() {
      return cpuShare > BUSY_SHARE || latenessP99Millis > LATE_MILLIS;
    }
  }

  private ClientLoop(boolean own) throws IOException {
    thread = own ? new Thread(this::run, "load") : null;
  }

  /** A loop that its caller drives. */
  public static ClientLoop ofCaller() throws IOException {
    return new ClientLoop(false);
  }

  /** A loop that runs on a thread of its own. */
  public static ClientLoop onThread() throws IOException {
    ClientLoop loop = new ClientLoop(true);
    loop.thread.setDaemon(true);
    loop.thread.start();
    return loop;
  }

  /** Has the loop's thread run a task soon. Any thread. */
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
      // rounded up: a timer that is a part of a millisecond away must not spin
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

  /** On a thread of the loop's own, one user's failure must not end the others. */
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

  /** Its cost since the last call. */
  public Cost takeCost() {
    long cpu = cpuNanos();
    long wall = System.nanoTime();
    double share = (double) (cpu - cpuStart) / Math.max(1, wall - wallStart);
    Cost cost = new Cost(share, Figures.millis(lateness, 99));
    lateness = Sample.histogram();
    cpuStart = cpu;
    wallStart = wall;
    return cost;
  }

  /** CPU time of the calling thread. */
  public static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** Ends its thread, if it has one; connections must be closed before. */
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
