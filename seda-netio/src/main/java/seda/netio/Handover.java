package seda.netio;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import seda.kernel.EnqueueResult;
import seda.kernel.Sink;

/**
 * The calls that other threads make on a {@link Connection}, on their way to its processor. There
 * they run one after the other, in the order in which they came.
 *
 * <pre>
 *   other threads ── call ──► [calls] ── one event of the write stage for all of them ──► processor
 * </pre>
 *
 * <p>A write is accepted or refused before it is handed over, so that its caller has the answer at
 * once. What is judged is the sum of the bytes on their way and those that wait in the connection's
 * {@link WriteQueue}; when the sum has passed the threshold, the {@link WritePolicy} applies until
 * half of it is left. What was accepted is judged no more, and it is given up only if the
 * connection closes first.
 *
 * <p>A lock guards it. Only other threads, and the processor when it carries out their calls, take
 * it; the connection makes a handover with the first call that needs one.
 */
final class Handover implements WriteTurn {
  /**
   * A call.
   *
   * @param givenUp run instead of the action, on any thread, if the connection has closed
   * @param bytes that the action adds to what waits to be written
   */
  private record Call(Runnable action, Runnable givenUp, long bytes) {}

  /** What one turn of the write stage carries out, so that a flood can't hold up the others. */
  private static final int TURN_CALLS = 256;

  private final Connection connection;
  private final Outbound outbound;
  private final TcpStages stages;
  private final Sink<WriteTurn> turns;

  private final ArrayDeque<Call> calls = new ArrayDeque<>(4);
  private long onTheirWay; // bytes
  private long waiting; // bytes in the write queue, when the processor last said so
  private boolean exceeded; // by what is on its way; the processor does not know yet
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

  /** Hands over a call that has no answer. */
  void call(Runnable action) {
    post(new Call(action, Handover::nothing, 0));
  }

  /** The same, if the output ends with it: later writes are refused. */
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

  /** True if no event is on its way that takes the call along. */
  private boolean add(Call call) {
    calls.add(call);
    boolean first = !offered;
    offered = true;
    return first;
  }

  /** Offers all calls as one event, again and again if need be; false if nobody will take it. */
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

  /** What is given up of a call that owns nothing. */
  private static void nothing() {}

  // ---- the processor

  @Override
  public Connection connection() {
    return connection;
  }

  /** Carries out a bounded number of calls; then the other connections have their turn. */
  @Override
  public void take() {
    for (int i = 0; i < TURN_CALLS && runNext(); i++) {}
    boolean passed;
    synchronized (this) {
      passed = exceeded;
    }
    if (passed) {
      outbound.clog(); // first, so that writes are refused all the while
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

  /** The output ends behind what was accepted: carries that out, and accepts no more. */
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
   * Says what waits in the write queue now.
   *
   * @return with what is on its way
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
