package benchmarks.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.HdrHistogram.Histogram;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread that drives a thousand connections: it waits for sockets and for the time, and does
 * what is due. Everything but {@link #submit} and {@link #close} is for its own thread.
 *
 * <pre>
 *   tasks of other threads ─┐
 *   timers that are due    ─┼─► loop thread ─► users ─► {@link ClientConnection}s
 *   sockets that are ready ─┘
 * </pre>
 *
 * Its thread's CPU share and how late its timers come tell whether it, and not the server, is the
 * bottleneck.
 */
public final class ClientLoop implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ClientLoop.class);
  private static final int READ_BYTES = 1 << 18;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Share of a processor above which the loop is likely to hold up its users. */
  private static final double BUSY = 0.9;

  /**
   * Then it looks after its sockets again. If a thousand users who come at once all connected
   * first, the first of them would wait for the last before anything is sent.
   */
  private static final int TIMERS_AT_ONCE = 16;

  /** Timers that come later than this, one in a hundred, tell the same. */
  private static final Duration LATE = Duration.ofMillis(50);

  final Selector selector;
  final ByteBuffer readBuffer = ByteBuffer.allocateDirect(READ_BYTES);
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingLong((Timer timer) -> timer.due));
  private final Thread thread = new Thread(this::run, "load");
  private Histogram lateness = Sample.histogram();
  private long cpuStart;
  private long wallStart = System.nanoTime();
  private volatile boolean stopped;

  private record Timer(long due, Runnable task) {}

  /**
   * What the load itself has cost, and whether it kept up.
   *
   * @param cpuShare of one processor that its thread took
   * @param latenessP99Millis how late its timers were, but for one in a hundred
   */
  public record Cost(double cpuShare, double latenessP99Millis) {
    /** Whether the load, and not the server, may be what was measured. */
    public boolean isBottleneck() {
      return cpuShare > BUSY || latenessP99Millis > LATE.toMillis();
    }
  }

  /** A loop that runs. */
  public ClientLoop() throws IOException {
    selector = Selector.open();
    thread.setDaemon(true);
    thread.start();
  }

  /** Has the loop's thread do something soon. Any thread. */
  public void submit(Runnable task) {
    tasks.add(task);
    selector.wakeup();
  }

  /**
   * Does something at a time.
   *
   * @param due as {@link System#nanoTime}
   */
  public void at(long due, Runnable task) {
    timers.add(new Timer(due, task));
  }

  /** What it has cost since the last call. */
  public Cost takeCost() {
    long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    long wall = System.nanoTime();
    Cost cost =
        new Cost(
            (double) (cpu - cpuStart) / Math.max(1, wall - wallStart),
            lateness.getValueAtPercentile(99) / 1e6);
    cpuStart = cpu;
    wallStart = wall;
    lateness = Sample.histogram();
    return cost;
  }

  private void run() {
    try {
      while (!stopped) {
        long wait = timers.isEmpty() ? Long.MAX_VALUE : timers.peek().due - System.nanoTime();
        if (wait <= 0) {
          selector.selectNow(ClientLoop::ready);
        } else {
          // rounded up: a timer that is a part of a millisecond away must not spin
          selector.select(ClientLoop::ready, 1 + Math.min(wait / NANOS_PER_MILLI, 1_000));
        }
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
          guarded(task);
        }
        runDue();
      }
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void runDue() {
    long now = System.nanoTime();
    for (int i = 0; i < TIMERS_AT_ONCE && !timers.isEmpty() && timers.peek().due - now <= 0; i++) {
      Timer timer = timers.poll();
      Sample.record(lateness, timer.due);
      guarded(timer.task);
    }
  }

  private static void ready(SelectionKey key) {
    guarded(((ClientSocket) key.attachment())::ready);
  }

  /** One user's failure must not end the others. */
  private static void guarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      log.error("a user of the load failed", e);
    }
  }

  /** Ends the thread and waits for that; connections are to be closed before. */
  @Override
  public void close() {
    stopped = true;
    selector.wakeup();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
