package arashi.outbox;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Connections to the relay that are open between two mails. There are no more than threads that
 * send. One that has been idle for long, or has carried many mails, is closed: relays limit both,
 * and close without a word. The one that was used last is taken first, so that the others can end.
 * Thread-safe; blocks on the network.
 */
final class RelayConnections {
  private final int most;
  private final Duration idleTimeout;
  private final int mailsEach;
  private final InstantSource time;
  private final Deque<Idle> idle = new ArrayDeque<>();

  private record Idle(RelayDialogue dialogue, Instant since) {}

  /**
   * None yet.
   *
   * @param most that are kept open
   * @param idleTimeout how long one is; 0: none is kept
   * @param mailsEach after how many mails one is closed
   */
  RelayConnections(int most, Duration idleTimeout, int mailsEach, InstantSource time) {
    this.most = most;
    this.idleTimeout = idleTimeout;
    this.mailsEach = mailsEach;
    this.time = time;
  }

  /**
   * One that the relay has just answered on; empty if there is none.
   *
   * @param gate of the mail that is sent on it
   */
  Optional<RelayDialogue> take(Relay.Gate gate) {
    closeIdle();
    for (Idle next = last(); next != null; next = last()) {
      next.dialogue().begin(gate);
      if (next.dialogue().isConnected()) { // asks by NOOP
        return Optional.of(next.dialogue());
      }
      next.dialogue().end();
    }
    return Optional.empty();
  }

  private synchronized Idle last() {
    return idle.pollLast();
  }

  /** Keeps one for the next mail, or closes it. */
  void giveBack(RelayDialogue dialogue) {
    if (idleTimeout.isZero() || dialogue.mails() >= mailsEach || !keep(dialogue)) {
      dialogue.end();
    }
  }

  private synchronized boolean keep(RelayDialogue dialogue) {
    return idle.size() < most && idle.add(new Idle(dialogue, time.instant()));
  }

  /** Closes those that nobody has used for long. */
  void closeIdle() {
    Instant since = time.instant().minus(idleTimeout);
    List<RelayDialogue> old = new ArrayList<>();
    synchronized (this) {
      for (Iterator<Idle> each = idle.iterator(); each.hasNext(); ) {
        Idle next = each.next();
        if (!next.since().isAfter(since)) {
          each.remove();
          old.add(next.dialogue());
        }
      }
    }
    old.forEach(RelayDialogue::end);
  }
}
