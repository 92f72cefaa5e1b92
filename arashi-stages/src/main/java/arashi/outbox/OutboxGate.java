package arashi.outbox;

import arashi.store.database.OutageException;
import arashi.store.outbox.Hold;
import arashi.store.outbox.Hold.Cause;
import arashi.store.outbox.Holds;
import arashi.store.outbox.NodeRow;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether this node may send, so that a copy of a database does not send its mail again.
 *
 * <pre>
 *                    a known machine, or no machine was here before
 *          ┌────────────────────────────────────────────────────────────┐
 *   STARTING ── only other machines were here ──► WATCHING ── one runs ─┴─► OPEN ◄─┐
 *          └── held ──► HELD ◄── none within patience ──┘                    │     │
 *                        │ ▲                                     a hold ─────┘     │
 *                        │ └───────────────────────────────────────┘               │
 *                        └── released ─────────────────────────────────────────────┘
 * </pre>
 *
 * <p>OPEN records heartbeats. It refutes a hold that suspects a copy, because this node has used
 * the database since before. All methods block on the database and are called by one thread at a
 * time.
 */
final class OutboxGate {
  private static final Logger log = LoggerFactory.getLogger(OutboxGate.class);

  private enum State {
    STARTING,
    WATCHING,
    OPEN,
    HELD
  }

  private final Holds holds;
  private final HoldConfig config;
  private final NodeIdentity self;
  private final LongSupplier nanos;

  private State state = State.STARTING;
  private List<NodeRow> before = List.of(); // rows at the beginning of WATCHING
  private long since; // begin of WATCHING, or the latest heartbeat of OPEN

  /**
   * A gate that has looked at nothing yet.
   *
   * @param nanos the monotonic clock
   */
  OutboxGate(Holds holds, HoldConfig config, NodeIdentity self, LongSupplier nanos) {
    this.holds = holds;
    this.config = config;
    this.self = self;
    this.nanos = nanos;
  }

  /**
   * Looks at the database.
   *
   * @return true if this node may send now
   * @throws OutageException during an outage; the next call continues
   */
  boolean isOpen() {
    if (state == State.STARTING) {
      start();
    }
    Hold hold = holds.read();
    switch (state) {
      case WATCHING -> watch(hold);
      case HELD -> {
        if (!hold.isHeld()) {
          log.info("outbox=released by={}", hold.host());
          open();
        }
      }
      case OPEN -> stayOpen(hold);
      case STARTING -> throw new IllegalStateException();
    }
    return state == State.OPEN;
  }

  private void start() {
    if (config.atStart()) {
      holds.hold(Cause.OPERATOR, self.host());
    }
    Hold hold = holds.read();
    before = holds.nodes();
    CopyRule rule = CopyRule.judge(before, self.id(), hold);
    if (rule == CopyRule.HELD) {
      held(hold);
    } else if (rule == CopyRule.SEND || !config.onForeignStart()) {
      open();
    } else {
      state = State.WATCHING;
      since = nanos.getAsLong();
      log.info("outbox=waiting for a node on another machine: {}", hosts());
    }
  }

  private String hosts() {
    return before.stream().map(NodeRow::host).distinct().collect(Collectors.joining(", "));
  }

  private void watch(Hold hold) {
    List<NodeRow> now = holds.nodes();
    CopyRule rule = CopyRule.judge(now, self.id(), hold);
    if (rule == CopyRule.HELD) {
      held(hold);
    } else if (rule == CopyRule.SEND || !now.equals(before)) {
      open();
    } else if (nanos.getAsLong() - since >= config.patience().toNanos()) {
      holds.hold(Cause.COPY, self.host());
      held(holds.read());
    }
  }

  private void stayOpen(Hold hold) {
    if (hold.cause() == Cause.COPY) {
      holds.refuteCopy(self.host());
      log.info("outbox=released: this node has used the database since before {}", hold.host());
    } else if (hold.isHeld()) {
      held(hold);
    } else if (nanos.getAsLong() - since >= config.heartbeat().toNanos()) {
      beat();
    }
  }

  private void open() {
    beat();
    holds.forgetOld();
    state = State.OPEN;
  }

  private void beat() {
    holds.seen(self.id(), self.host());
    since = nanos.getAsLong();
  }

  private void held(Hold hold) {
    state = State.HELD;
    if (hold.cause() == Cause.COPY) {
      log.warn(
          "outbox=held, no mail leaves: this database was used on other machines ({}) and may be a"
              + " copy of one in use. If it is not, release it: arashi outbox release",
          hosts());
    } else {
      log.warn("outbox=held by={}, no mail leaves until: arashi outbox release", hold.host());
    }
  }
}
