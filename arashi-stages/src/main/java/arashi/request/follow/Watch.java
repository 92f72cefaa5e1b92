package arashi.request.follow;

import arashi.store.change.ChangeLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import seda.kernel.Clock;

/**
 * Polls for changes in the accounts with listeners on this node and notifies the listeners. One
 * thread.
 *
 * <p>Each poll reads one range of the log's time index: the accounts that changed lately, on any
 * node. Its cost does not depend on the number of accounts and listeners. It reads the log only for
 * changed accounts with listeners here, and reads nothing without listeners.
 *
 * <p>Writes to listeners are paced in portions, because thousands at once would delay other
 * responses.
 *
 * <p>Transactions of different accounts commit in an order other than that of their timestamps, and
 * the clocks of nodes differ. So the range starts before the previous poll, by the overlap; changes
 * read twice are recognised by their number. A change that appears even later is sent with the
 * account's next change, or when the listener reconnects.
 */
final class Watch {
  /** Number of listeners written to before other work gets its turn on the processors. */
  private static final int AT_ONCE = 50;

  /** Pause between portions; allows up to 25,000 listeners a second. */
  private static final Duration PAUSE = Duration.ofMillis(2);

  private final ChangeLog log;
  private final Followers followers;
  private final SessionWatch sessions;
  private final FollowLimits limits;
  private final Clock clock;
  private final BooleanSupplier stopping;
  private final Deque<IntSupplier> due = new ArrayDeque<>(); // each writes to some listeners
  private Instant lastLook;
  private long nextLookNanos;

  Watch(
      ChangeLog log,
      Followers followers,
      SessionWatch sessions,
      FollowLimits limits,
      Clock clock,
      BooleanSupplier stopping) {
    this.log = log;
    this.followers = followers;
    this.sessions = sessions;
    this.limits = limits;
    this.clock = clock;
    this.stopping = stopping;
    this.lastLook = clock.instant();
    this.nextLookNanos = clock.nanos();
  }

  /**
   * Polls, or writes to some listeners. Returns the pause before the next step. Blocks on the
   * database.
   */
  Duration step() {
    if (stopping.getAsBoolean()) {
      followers.all().forEach(EventStream::end);
      return limits.poll();
    }
    if (due.isEmpty() && clock.nanos() - nextLookNanos >= 0) {
      nextLookNanos = clock.nanos() + limits.poll().toNanos();
      look();
    }
    int written = 0;
    while (written < AT_ONCE && !due.isEmpty()) {
      written += due.poll().getAsInt();
    }
    long untilLook = nextLookNanos - clock.nanos();
    return due.isEmpty() && untilLook > 0 ? Duration.ofNanos(untilLook) : PAUSE;
  }

  private void look() {
    Instant start = clock.instant();
    long now = clock.nanos();
    List<EventStream> streams = followers.all();
    for (EventStream stream : streams) {
      if (stream.isDue(now)) {
        due.add(() -> stream.beat(now, limits.beat().toNanos()));
      }
    }
    due.addAll(sessions.checks(streams));
    if (!streams.isEmpty()) {
      log.changedSince(lastLook.minus(limits.overlap())).forEach(this::changed);
    }
    lastLook = start; // not reached in an outage: the next poll then reaches back further
  }

  private void changed(long account, long modSeq) {
    OptionalLong told = followers.told(account);
    if (told.isPresent() && told.getAsLong() < modSeq) {
      due.add(() -> followers.tell(account, News.since(log, account, told.getAsLong())));
    }
  }
}
