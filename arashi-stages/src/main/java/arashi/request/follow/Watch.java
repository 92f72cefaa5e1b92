package arashi.request.follow;

import arashi.store.change.ChangeLog;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
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
 * <p>Transactions of different accounts end in another order than that of their times, and clocks
 * of nodes differ. So the range begins earlier than the last step, by the overlap; what it finds
 * again is known by its number. A change that comes even later is told with the account's next one,
 * or when the listener comes back.
 */
final class Watch {
  private final ChangeLog log;
  private final Followers followers;
  private final FollowLimits limits;
  private final Clock clock;
  private final BooleanSupplier stopping;
  private Instant lastStep;

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
    this.lastStep = clock.instant();
  }

  /** Looks once; gives the pause before the next step. Blocks on the database. */
  Duration step() {
    List<EventStream> streams = followers.all();
    if (stopping.getAsBoolean()) {
      streams.forEach(EventStream::end);
      return limits.poll();
    }
    long now = clock.nanos();
    streams.forEach(stream -> stream.tick(now, limits.beat().toNanos()));
    Instant start = clock.instant();
    if (!streams.isEmpty()) {
      tell(log.changedSince(lastStep.minus(limits.overlap())));
    }
    lastStep = start; // unless the database was out: then the next step looks back further
    return limits.poll();
  }

  private void tell(Map<Long, Long> changed) {
    changed.forEach(
        (account, modSeq) -> {
          OptionalLong told = followers.told(account);
          if (told.isPresent() && told.getAsLong() < modSeq) {
            followers.tell(account, News.since(log, account, told.getAsLong()));
          }
        });
  }
}
