package arashi.request.attachment;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.ThreadDomain;
import seda.kernel.Timers;
import seda.kernel.graph.StageGraph;

/**
 * The stage that reads downloads, one slice per event. It runs as background work of the mail-store
 * pool, so page requests go first. Its guaranteed share keeps downloads moving. A download that
 * waits for a slow client has no event here.
 *
 * <pre>
 *   attachment ─ first slice ─► response ─► socket takes it ─► attachment slice ─► piece ─► socket …
 * </pre>
 */
public final class Downloads {
  static final String STAGE = "attachment-slice";

  private static final double GUARANTEED_SHARE = 0.1;

  /** Delay before a refused slice is offered again. */
  private static final Duration RETRY = Duration.ofMillis(20);

  private final DownloadLimits limits;
  private final Timers timers;
  private final Stage<Download> slices;
  private final Map<Long, Integer> ofAccounts = new HashMap<>();
  private int together;

  /**
   * Declares the stage.
   *
   * @param storePool pool that runs it
   */
  public Downloads(StageGraph graph, ThreadDomain storePool, DownloadLimits limits) {
    this.limits = limits;
    this.timers = graph.timers();
    StageConfig config =
        StageConfig.named(STAGE)
            .withQueueCapacity(2 * limits.together())
            .withBatchSize(1)
            .withGuaranteedShare(GUARANTEED_SHARE);
    slices = graph.stage(config, storePool);
    slices
        .background()
        .turnsBy(Download::account)
        .boundedFlows()
        .handledBy(EventHandler.each(Download::slice))
        .listener(new Listener())
        .blocking();
  }

  private static final class Listener implements EventListener<Download> {
    @Override
    public void failed(Download download, Throwable cause) {
      download.failed(cause);
    }

    @Override
    public void shed(Download download) {
      download.shed();
    }
  }

  /** Schedules the next slice of a download. Thread-safe; does not block. */
  void readOn(Download download) {
    EnqueueResult result = slices.enqueue(download);
    if (result.outcome() == EnqueueResult.Outcome.CLOSED) {
      download.shed();
    } else if (!result.accepted()) {
      timers.after(RETRY, () -> readOn(download));
    }
  }

  /** A permit for one download. Thread-safe. */
  final class Permit {
    private final long account;
    private final AtomicBoolean ended = new AtomicBoolean();

    private Permit(long account) {
      this.account = account;
    }

    /** Releases the permit; idempotent. */
    void end() {
      if (!ended.getAndSet(true)) {
        ended(account);
      }
    }
  }

  /** Acquires a permit; empty if the limits are reached. Thread-safe. */
  synchronized Optional<Permit> tryBegin(long account) {
    int own = ofAccounts.getOrDefault(account, 0);
    if (together == limits.together() || own >= limits.ofAccount()) {
      return Optional.empty();
    }
    together++;
    ofAccounts.put(account, own + 1);
    return Optional.of(new Permit(account));
  }

  private synchronized void ended(long account) {
    together--;
    ofAccounts.computeIfPresent(account, (key, own) -> own == 1 ? null : own - 1);
  }

  /** Returns the number of running downloads. Thread-safe. */
  synchronized int running() {
    return together;
  }
}
