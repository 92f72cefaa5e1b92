package seda.netio;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import seda.kernel.Sink;

/**
 * The connections of one processor that may be closed if room is short: idle ones and stalled
 * transfers, of strangers and of known peers. {@link ConnectionAdmission} chooses the next kind to
 * close.
 */
final class IdleConnections {
  /** Idle connections of strangers. */
  static final int IDLE = 0;

  /** Transfers of strangers; old ones have stalled. */
  static final int STOPPED = 1;

  /** Idle connections of known peers. */
  static final int KNOWN_IDLE = 2;

  /** Transfers of known peers; old ones have stalled. */
  static final int KNOWN_STOPPED = 3;

  private static final int KINDS = 4;

  /** An eighth of the age. */
  private static final int LEEWAY = 8;

  /** Connections closed before other stages get their turn. */
  private static final int BATCH = 64;

  private final ConnectionAdmission admission;
  private final ListenTask makeRoom = this::makeRoom;
  private final AtomicBoolean queued = new AtomicBoolean();
  private final List<IdleList> lists =
      IntStream.range(0, KINDS).mapToObj(i -> new IdleList()).toList();
  private Sink<ListenTask> processor; // null for a client, which closes nothing

  IdleConnections(ConnectionAdmission admission) {
    this.admission = admission;
  }

  /** Sets the sink for its processor's tasks, before the graph starts. */
  void runOn(Sink<ListenTask> sink) {
    processor = sink;
  }

  /** Returns a list. Only for its processor. */
  IdleList list(boolean known, boolean transfer) {
    return lists.get((known ? KNOWN_IDLE : IDLE) + (transfer ? 1 : 0));
  }

  /** Returns the longest idle connection of a kind, or null. Any thread. */
  IdleList.Node oldest(int kind) {
    return lists.get(kind).oldest();
  }

  /** Lets its processor close connections until room is not short. Any thread. */
  void makeRoomSoon() {
    if (processor != null && queued.compareAndSet(false, true)) {
      if (!processor.enqueue(makeRoom).accepted()) {
        queued.set(false); // the listener retries while room is short
      }
    }
  }

  private void makeRoom() {
    queued.set(false);
    for (int i = 0; i < BATCH; i++) {
      int open = admission.open();
      int kind = admission.kindToClose(open);
      if (kind < 0) {
        return;
      }
      IdleConnections first = admission.withOldest(kind);
      IdleList.Node own = oldest(kind);
      if (own == null || (first != this && first != null && isMuchOlder(first.oldest(kind), own))) {
        if (first != null) {
          first.makeRoomSoon();
        }
        return;
      }
      admission.evictOf(open, own.use());
    }
    makeRoomSoon();
  }

  /**
   * True if the other node is older by more than the leeway. Between processors the order is
   * approximate, because a switch costs a wake-up.
   */
  private boolean isMuchOlder(IdleList.Node other, IdleList.Node own) {
    long now = admission.now();
    long ownAge = now - own.sinceNanos();
    return other != null && now - other.sinceNanos() > ownAge + ownAge / LEEWAY;
  }
}
