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
 * Revalidates frequently requested pages ahead of time and in batches. Their requests then never
 * wait for the disk, and no worker is woken per page. A changed page is left to expire, so the next
 * request reads it anew.
 *
 * <pre>
 *   page cache ─ hit on a page past half of its age ──► found ──┐
 *                                                               ├ timer ─► static-look-ahead, a pool's
 *                 ┌ when nearly expired again ─── followed ─────┘                  │
 *                 └──────── unchanged and recently requested ──────────────────────┘
 * </pre>
 */
final class LookAhead implements EventHandler.Single<LookAhead.Ageing> {
  private static final Logger log = LoggerFactory.getLogger(LookAhead.class);

  /** Ticks per {@code revalidateAfter}. */
  private static final int LOOKS = 20;

  /** Fraction of {@code revalidateAfter} after which a followed page is checked again. */
  private static final double NEARLY = 0.9;

  /**
   * Number of {@code revalidateAfter} periods without a request after which a page is no longer
   * followed.
   */
  private static final int PATIENCE = 4;

  /**
   * A page and its origin.
   *
   * @param path below the site's root
   * @param lookedNanos time of its last check here, or of its hit; requests may have checked it
   *     since
   */
  record Ageing(Site site, String path, Page page, long lookedNanos) {}

  private final Queue<Ageing> found = new ConcurrentLinkedQueue<>();
  private final Queue<Ageing> followed = new ConcurrentLinkedQueue<>(); // oldest check first
  private final Sink<Ageing> stage;
  private final PageCache cache;
  private final Clock clock;
  private final long timeNanos;

  /**
   * Creates a look-ahead without pages.
   *
   * @param stage stage that this handles
   * @param revalidateAfter age at which a page expires
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

  /** Handles a hit. Any thread. */
  void asked(Site site, String path, Page page, long nowNanos) {
    if (page.isToBeFollowed(nowNanos, timeNanos / 2)) {
      found.add(new Ageing(site, path, page, nowNanos));
    }
  }

  /** Runs on the timers' thread. */
  private void look() {
    long now = clock.nanos();
    if (passOn(found, now)) {
      passOn(followed, now - (long) (NEARLY * timeNanos));
    }
  }

  /** Passes due pages to the stage; false if some did not fit and wait for the next tick. */
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

  /** Runs on the pool. */
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
      log.debug("page={} can't be checked", ageing.path(), e); // its next request reports it
    }
    return false;
  }
}
