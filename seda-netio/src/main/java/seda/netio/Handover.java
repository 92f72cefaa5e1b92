package seda.netio;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import seda.kernel.EnqueueResult;
import seda.kernel.Sink;

/**
 * Calls of other threads on a {@link Connection}, in transit to its processor, which runs them in
 * order.
 *
 * <pre>
 *   other threads ── call ──► [calls] ── one event of the write stage for all of them ──► processor
 * </pre>
 *
 * <p>A write is accepted or refused before the handover, so its caller gets the result at once. The
 * decision counts the bytes in transit plus those in the connection's {@link WriteQueue}. Once the
 * sum exceeds the threshold, the {@link WritePolicy} applies until the sum falls to half of it. An
 * accepted write is not judged again; it is dropped only if the connection closes first.
 *
 * <p>Guarded by a lock, which is taken only by other threads and by the processor when it runs
 * their calls. A connection creates its handover with the first call that needs it.
 */
final class Handover implements WriteTurn {
  /**
   * A call.
   *
   * @param action runs on the processor
   * @param givenUp runs instead, on any thread, if the connection has closed
   * @param bytes bytes that the action adds to the write queue
   */
  private record Call(Runnable action, Runnable givenUp, long bytes) {}

  /** Calls per turn of the write stage, so that a flood of calls cannot delay other connections. */
  private static final int TURN_CALLS = 256;

  private final Connection connection;
  private final Outbound outbound;
  private final TcpStages stages;
  private final Sink<WriteTurn> turns;

  private final ArrayDeque<Call> calls = new ArrayDeque<>(4);
  private long onTheirWay; // bytes
  private long waiting; // bytes in the write queue, as last reported by the processor
  private boolean exceeded; // the threshold, by bytes in transit; unknown to the processor yet
  private boolean offered; // to the write stage
  private boolean takesWrites = true;
  private boolean closed;

  Handover(Connection connection, Outbound outbound, TcpStages stages) {
    this.connection = connection;
    this.outbound = outbound;
    this.stages = stages;
    this.turns = stages.writeOn(connection.processor());
  }

  // ---- other threads

  boolean write(ByteBuffer bytes) {
    return write(new Call(() -> outbound.add(bytes), Handover::nothing, bytes.remaining()));
  }

  boolean write(FileRegion region) {
    return write(new Call(() -> outbound.add(region), region::release, region.length()));
  }

  private boolean write(Call call) {
    boolean accepted;
    boolean tooSlow;
    boolean first = false;
    synchronized (this) {
      boolean open = takesWrites && connection.mayWrite();
      boolean full = isClogged() && outbound.policy() != WritePolicy.BLOCK_READS;
      accepted = open && !full;
      tooSlow = open && full && outbound.policy() == WritePolicy.CLOSE;
      if (accepted) {
        onTheirWay += call.bytes();
        exceeded |= onTheirWay + waiting > outbound.threshold();
        first = add(call);
      }
    }
    if (!accepted) {
      call.givenUp().run();
    }
    if (tooSlow) {
      last(connection::close);
    }
    return accepted && (!first || offer());
  }

  void whenFlushed(FlushListener listener) {
    post(new Call(() -> outbound.whenFlushed(listener), () -> listener.flushed(false), 0));
  }

  /** Hands over a call without a result. */
  void call(Runnable action) {
    post(new Call(action, Handover::nothing, 0));
  }

  /** Hands over a call that ends the output: later writes are refused. */
  void last(Runnable action) {
    synchronized (this) {
      takesWrites = false;
    }
    call(action);
  }

  synchronized boolean isClogged() {
    return exceeded || outbound.isClogged();
  }

  private void post(Call call) {
    boolean given;
    boolean first = false;
    synchronized (this) {
      given = !closed && !connection.isClosed();
      if (given) {
        first = add(call);
      }
    }
    if (!given) {
      call.givenUp().run();
    } else if (first) {
      offer();
    }
  }

  /** Adds a call; true if no event is in transit that will run it. */
  private boolean add(Call call) {
    calls.add(call);
    boolean first = !offered;
    offered = true;
    return first;
  }

  /** Offers all calls as one event, repeatedly if necessary; false if the stage is closed. */
  private boolean offer() {
    EnqueueResult result = turns.enqueue(this);
    if (result.outcome() == EnqueueResult.Outcome.CLOSED) {
      close();
      return false;
    }
    if (!result.accepted()) {
      stages.timers().after(Connection.RETRY, this::offer);
    }
    return true;
  }

  /** The cleanup of a call that owns nothing. */
  private static void nothing() {}

  // ---- the processor

  @Override
  public Connection connection() {
    return connection;
  }

  /** Runs a bounded number of calls, then lets other connections have their turn. */
  @Override
  public void take() {
    for (int i = 0; i < TURN_CALLS && runNext(); i++) {}
    boolean passed;
    synchronized (this) {
      passed = exceeded;
    }
    if (passed) {
      outbound.clog(); // before exceeded is cleared, so that no write slips through
      synchronized (this) {
        exceeded = false;
      }
    }
    boolean more;
    synchronized (this) {
      more = !calls.isEmpty();
      offered = more;
    }
    if (more) {
      offer();
    }
  }

  private boolean runNext() {
    Call call;
    synchronized (this) {
      call = calls.poll();
    }
    if (call == null) {
      return false;
    }
    try {
      call.action().run();
    } finally {
      synchronized (this) {
        onTheirWay -= call.bytes();
        waiting = outbound.pending();
      }
    }
    return true;
  }

  /** Runs all accepted calls and accepts no more writes, because the output ends after them. */
  void endWrites() {
    synchronized (this) {
      takesWrites = false;
    }
    boolean ran = true;
    while (ran) {
      ran = runNext();
    }
  }

  /**
   * Updates the number of bytes in the write queue.
   *
   * @return bytes in the queue plus bytes in transit
   */
  synchronized long waits(long bytes) {
    waiting = bytes;
    return bytes + onTheirWay;
  }

  /** The connection has closed. Any thread, if the processor has ended. */
  void close() {
    List<Call> left;
    synchronized (this) {
      closed = true;
      takesWrites = false;
      left = List.copyOf(calls);
      calls.clear();
    }
    left.forEach(call -> call.givenUp().run());
  }
}
