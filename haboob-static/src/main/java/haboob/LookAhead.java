package haboob;

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
 * left to grow too old, and is then read anew for whoever asks next.
 *
 * <pre>
 *   page cache ─ hit on a page past half of its time ─► queue ─ timer ─► static-look-ahead, a pool's
 * </pre>
 */
final class LookAhead implements EventHandler.Single<LookAhead.Ageing> {
  private static final Logger log = LoggerFactory.getLogger(LookAhead.class);

  /** How often in the time after which a page is too old. */
  private static final int LOOKS = 20;

  /**
   * A page and where it came from.
   *
   * @param path below the site's root
   */
  record Ageing(Site site, String path, Page page) {}

  private final Queue<Ageing> due = new ConcurrentLinkedQueue<>();
  private final Sink<Ageing> stage;
  private final Clock clock;
  private final long halfNanos;

  /**
   * With nothing to look at.
   *
   * @param stage that hands its events to this
   * @param revalidateAfter the time after which a page is too old
   */
  LookAhead(Sink<Ageing> stage, Timers timers, Clock clock, Duration revalidateAfter) {
    this.stage = stage;
    this.clock = clock;
    this.halfNanos = revalidateAfter.toNanos() / 2;
    Duration period = revalidateAfter.dividedBy(LOOKS);
    if (!period.isZero()) {
      timers.every(period, this::look);
    }
  }

  /** Notes a page for the next look if it is old enough. Any thread; at most once a half time. */
  void offer(Site site, String path, Page page, long nowNanos) {
    if (page.mayLookAhead(nowNanos, halfNanos)) {
      due.add(new Ageing(site, path, page));
    }
  }

  /** On the timers' thread. What the stage has no room for waits for the next look. */
  private void look() {
    Ageing next = due.peek();
    while (next != null && stage.enqueue(next).accepted()) {
      due.remove();
      next = due.peek();
    }
  }

  /** On the pool. */
  @Override
  public void handle(Ageing ageing) {
    long now = clock.nanos();
    try {
      if (ageing.page().isUnchanged(ageing.site(), ageing.path())) {
        ageing.page().confirm(now);
      }
    } catch (IOException e) {
      log.debug("page={} can't be looked at", ageing.path(), e); // its next request will tell
    }
  }
}
