package benchmarks.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
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

  /** In which it looks whether it is to stop. */
  private static final long TURN_NANOS = 1_000_000_000;

  /** Share of a processor above which the loop is likely to hold up its users. */
  private static final double BUSY = 0.9;

  /** Timers that come later than this, one in a hundred, tell the same. */
  private static final Duration LATE = Duration.ofMillis(50);

  private final SocketLoop loop = new SocketLoop(ClientLoop::guarded);
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final Thread thread = new Thread(this::run, "load");
  private long cpuStart;
  private long wallStart = System.nanoTime();
  private volatile boolean stopped;

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
    thread.setDaemon(true);
    thread.start();
  }

  /** Has the loop's thread do something soon. Any thread. */
  public void submit(Runnable task) {
    tasks.add(task);
    loop.wakeup();
  }

  /**
   * Does something at a time.
   *
   * @param due as {@link System#nanoTime}
   */
  public void at(long due, Runnable task) {
    loop.at(due, task);
  }

  /** Not connected yet; of the loop's thread, like its owner. */
  ClientSocket socket(InetSocketAddress server, ClientSocket.Owner owner) {
    return loop.socket(server, owner);
  }

  /** What it has cost since the last call. */
  public Cost takeCost() {
    long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    long wall = System.nanoTime();
    Cost cost =
        new Cost(
            (double) (cpu - cpuStart) / Math.max(1, wall - wallStart),
            loop.takeLateness().getValueAtPercentile(99) / 1e6);
    cpuStart = cpu;
    wallStart = wall;
    return cost;
  }

  private void run() {
    try (loop) {
      while (!stopped) {
        loop.turn(TURN_NANOS);
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
          guarded(task);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    loop.wakeup();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
