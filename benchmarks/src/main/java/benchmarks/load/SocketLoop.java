package benchmarks.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;
import org.HdrHistogram.Histogram;

/**
 * What a load does again and again: it waits for sockets and for the time, and does what is due. Of
 * one thread, but for {@link #wakeup}.
 */
public final class SocketLoop implements AutoCloseable {
  private static final int READ_BYTES = 256 << 10;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /**
   * Then it looks after its sockets again. If a thousand clients who come at once all connected
   * first, the first of them would wait for the last before anything is sent.
   */
  private static final int TIMERS_AT_ONCE = 16;

  private final Selector selector = Selector.open();
  private final ByteBuffer readBuffer = ByteBuffer.allocateDirect(READ_BYTES);
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingLong((Timer timer) -> timer.due));
  private final Executor executor;
  private Histogram lateness = Sample.histogram();

  private record Timer(long due, Runnable task) {}

  /**
   * A loop without sockets or timers.
   *
   * @param executor runs what is due, on the calling thread: what becomes of a failure is its to
   *     say
   */
  public SocketLoop(Executor executor) throws IOException {
    this.executor = executor;
  }

  /** A socket of this loop, not connected yet. */
  public ClientSocket socket(InetSocketAddress server, ClientSocket.Owner owner) {
    return new ClientSocket(selector, server, readBuffer, owner);
  }

  /**
   * Does something at a time.
   *
   * @param due as {@link System#nanoTime}
   */
  public void at(long due, Runnable task) {
    timers.add(new Timer(due, task));
  }

  /** Waits for so long at most, and does what is due then. */
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
      executor.execute(timer.task);
    }
  }

  private void ready(SelectionKey key) {
    executor.execute(((ClientSocket) key.attachment())::ready);
  }

  /** Ends a wait. Any thread. */
  public void wakeup() {
    selector.wakeup();
  }

  /** How late timers came since the last call, in nanoseconds. */
  public Histogram takeLateness() {
    Histogram taken = lateness;
    lateness = Sample.histogram();
    return taken;
  }

  /** To be called when all its sockets are closed. */
  @Override
  public void close() throws IOException {
    selector.close();
  }
}
