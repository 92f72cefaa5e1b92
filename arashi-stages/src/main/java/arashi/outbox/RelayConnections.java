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
 * Pool of idle connections to the relay, at most one per sending thread. Connections are closed
 * after a long idle time or many mails, because relays limit both and close silently. The most
 * recently used is taken first, so that the others expire. Thread-safe; blocks on the network.
 */
final class RelayConnections {
  private final int most;
  private final Duration idleTimeout;
  private final int mailsEach;
  private final InstantSource time;
  private final Deque<Idle> idle = new ArrayDeque<>();

  private record Idle(RelayDialogue dialogue, Instant since) {}

  /**
   * An empty pool.
   *
   * @param most maximum of idle connections
   * @param idleTimeout time that an idle connection is kept; 0: none is kept
   * @param mailsEach mails after which a connection is closed
   */
  RelayConnections(int most, Duration idleTimeout, int mailsEach, InstantSource time) {
    this.most = most;
    this.idleTimeout = idleTimeout;
    this.mailsEach = mailsEach;
    this.time = time;
  }

  /**
   * Returns a connection that has just answered; empty if there is none.
   *
   * @param mail the mail to send
   */
  Optional<RelayDialogue> take(Relay.Mail mail) {
    closeIdle();
    for (Idle next = last(); next != null; next = last()) {
      next.dialogue().begin(mail);
      if (next.dialogue().isConnected()) { // sends NOOP
        return Optional.of(next.dialogue());
      }
      next.dialogue().end();
    }
    return Optional.empty();
  }

  private synchronized Idle last() {
    return idle.pollLast();
  }

  /** Keeps a connection for the next mail, or closes it. */
  void giveBack(RelayDialogue dialogue) {
    if (idleTimeout.isZero() || dialogue.mails() >= mailsEach || !keep(dialogue)) {
      dialogue.end();
    }
  }

  private synchronized boolean keep(RelayDialogue dialogue) {
    return idle.size() < most && idle.add(new Idle(dialogue, time.instant()));
  }

  /** Closes connections that have been idle for too long. */
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
