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
 * Finds out what changed in the accounts that are followed at this node, and tells their listeners.
 * One thread.
 *
 * <p>Each step reads one range of the log's index by time: the accounts in which anything changed
 * lately, on whichever node. It costs the same for any number of accounts and listeners; only of
 * accounts that are followed here and have changed, the log is read. Without listeners it reads
 * nothing.
 *
 * <p>Listeners are written to in portions with a pause between them: thousands at once would hold
 * up the answers to others.
 *
 * <p>Transactions of different accounts end in another order than that of their times, and clocks
 * of nodes differ. So the range begins earlier than the last step, by the overlap; what it finds
 * again is known by its number. A change that comes even later is told with the account's next one,
 * or when the listener comes back.
 */
final class Watch {
  /** Listeners that are written to before others get their turn on the processors. */
  private static final int AT_ONCE = 50;

  /** Then: up to 25,000 listeners a second. */
  private static final Duration PAUSE = Duration.ofMillis(2);

  private final ChangeLog log;
  private final Followers followers;
  private final FollowLimits limits;
  private final Clock clock;
  private final BooleanSupplier stopping;
  private final Deque<IntSupplier> due = new ArrayDeque<>(); // each writes to some listeners
  private Instant lastLook;
  private long nextLookNanos;

  Watch(
      ChangeLog log,
      Followers followers,
      FollowLimits limits,
      Clock clock,
      BooleanSupplier stopping) {
    this.log = log;
    this.followers = followers;
    this.limits = limits;
    this.clock = clock;
    this.stopping = stopping;
    this.lastLook = clock.instant();
    this.nextLookNanos = clock.nanos();
  }

  /**
   * Looks, or writes to some listeners; gives the pause before the next step. Blocks on the
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
    if (!streams.isEmpty()) {
      log.changedSince(lastLook.minus(limits.overlap())).forEach(this::changed);
    }
    lastLook = start; // unless the database was out: then the next look reaches back further
  }

  private void changed(long account, long modSeq) {
    OptionalLong told = followers.told(account);
    if (told.isPresent() && told.getAsLong() < modSeq) {
      due.add(() -> followers.tell(account, News.since(log, account, told.getAsLong())));
    }
  }
}
