package haboob.cache;

import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Sink;
import seda.kernel.Timers;

/**
 * Has pages that are asked for often compared with the disk before that is due, many at a time: so
 * none of their requests waits for it, and no worker is woken for each. A page that has changed is
 * left to grow too old, and is then read anew for the next request.
 *
 * <pre>
 *   page cache ─ hit on a page past half of its time ─► found ──┐
 *                                                               ├ timer ─► static-look-ahead, a pool's
 *                 ┌ when nearly too old again ─── followed ─────┘                  │
 *                 └──────── unchanged, and asked for lately ───────────────────────┘
 * </pre>
 */
final class LookAhead implements EventHandler.Single<LookAhead.Ageing> {
  private static final Logger log = LoggerFactory.getLogger(LookAhead.class);

  /** How often in the time after which a page is too old. */
  private static final int LOOKS = 20;

  /** Part of its time after which a page that is followed is looked at again. */
  private static final double NEARLY = 0.9;

  /** A page is followed until nobody has asked for it in so many of its times. */
  private static final int PATIENCE = 4;

  /**
   * A page and where it came from.
   *
   * @param path below the site's root
   * @param lookedNanos when it was looked at here, or found; its requests may have looked since
   */
  record Ageing(Site site, String path, Page page, long lookedNanos) {}

  private final Queue<Ageing> found = new ConcurrentLinkedQueue<>();
  private final Queue<Ageing> followed = new ConcurrentLinkedQueue<>(); // the oldest look first
  private final Sink<Ageing> stage;
  private final PageCache cache;
  private final Clock clock;
  private final long timeNanos;

  /**
   * With nothing to look at.
   *
   * @param stage that hands its events to this
   * @param revalidateAfter the time after which a page is too old
   */
  LookAhead(
      Sink<Ageing> stage, PageCache cache, Timers timers, Clock clock, Duration revalidateAfter) {
    this.stage = stage;
    this.cache = cache;
    this.clock = clock;
    this.timeNanos = revalidateAfter.toNanos();
    Duration period = revalidateAfter.dividedBy(LOOKS);
    if (!period.isZero()) {
      timers.every(period, this::look);
    }
  }

  /** A page was hit. Any thread. */
  void asked(Site site, String path, Page page, long nowNanos) {
    if (page.isToBeFollowed(nowNanos, timeNanos / 2)) {
      found.add(new Ageing(site, path, page, nowNanos));
    }
  }

  /** On the timers' thread. */
  private void look() {
    long now = clock.nanos();
    if (passOn(found, now)) {
      passOn(followed, now - (long) (NEARLY * timeNanos));
    }
  }

  /** What the stage has no room for waits for the next look; false if there is such. */
  private boolean passOn(Queue<Ageing> pages, long lookedBy) {
    Ageing next = pages.peek();
    while (next != null && next.lookedNanos() - lookedBy <= 0) {
      if (!stage.enqueue(next).accepted()) {
        return false;
      }
      pages.remove();
      next = pages.peek();
    }
    return true;
  }

  /** On the pool. */
  @Override
  public void handle(Ageing ageing) {
    boolean goesOn = false;
    try {
      goesOn = isWorthIt(ageing) && isUnchanged(ageing);
    } finally {
      if (goesOn) {
        followed.add(new Ageing(ageing.site(), ageing.path(), ageing.page(), clock.nanos()));
      } else {
        ageing.page().unfollow();
      }
    }
  }

  private boolean isWorthIt(Ageing ageing) {
    return ageing.page().wasAskedSince(clock.nanos() - PATIENCE * timeNanos)
        && cache.has(ageing.site().prefix() + ageing.path(), ageing.page());
  }

  private boolean isUnchanged(Ageing ageing) {
    long now = clock.nanos();
    try {
      if (ageing.page().isUnchanged(ageing.site(), ageing.path())) {
        ageing.page().confirm(now);
        return true;
      }
    } catch (IOException e) {
      log.debug("page={} can't be looked at", ageing.path(), e); // its next request will tell
    }
    return false;
  }
}
