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
 * The stage that reads what is downloaded, a slice for each event. It runs in the background of the
 * mail-store pool: requests that wait for a page go first, and it keeps a share of the threads'
 * time so that downloads go on meanwhile. A download whose client is slow has no event here.
 *
 * <pre>
 *   attachment ─ first slice ─► response ─► socket takes it ─► attachment slice ─► piece ─► socket …
 * </pre>
 */
public final class Downloads {
  static final String STAGE = "attachment-slice";

  private static final double GUARANTEED_SHARE = 0.1;

  /** After which a slice that was refused is offered again. */
  private static final Duration RETRY = Duration.ofMillis(20);

  private final DownloadLimits limits;
  private final Timers timers;
  private final Stage<Download> slices;
  private final Map<Long, Integer> ofAccounts = new HashMap<>();
  private int together;

  /**
   * Declares the stage.
   *
   * @param storePool runs it
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

  /** Has the next slice of a download read. Any thread; doesn't block. */
  void readOn(Download download) {
    EnqueueResult result = slices.enqueue(download);
    if (result.outcome() == EnqueueResult.Outcome.CLOSED) {
      download.shed();
    } else if (!result.accepted()) {
      timers.after(RETRY, () -> readOn(download));
    }
  }

  /** The right to one download. Any thread. */
  final class Permit {
    private final long account;
    private final AtomicBoolean ended = new AtomicBoolean();

    private Permit(long account) {
      this.account = account;
    }

    /** The download has ended; a second call does nothing. */
    void end() {
      if (!ended.getAndSet(true)) {
        ended(account);
      }
    }
  }

  /** Empty if too many run already. Any thread. */
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

  /** Those that run. Any thread. */
  synchronized int running() {
    return together;
  }
}
