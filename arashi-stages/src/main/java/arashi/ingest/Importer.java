package arashi.ingest;

import arashi.store.Added;
import arashi.store.NewMail;
import arashi.store.Store;
import arashi.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Batch;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageGraph;

/**
 * Brings mail from files into one folder, as two stages:
 *
 * <pre>
 *   reader (the caller) ─► take in (a worker per core) ─► store (one worker, whole batches)
 * </pre>
 *
 * <p>A batch is one transaction, so an import that is killed leaves whole batches, and the next one
 * goes on behind them: the same bytes in the same folder are one mail. If a batch fails, its mails
 * are stored one by one, so that one bad mail stops no other; unless the database is gone, and
 * stays so: then the import stops, for all that follow would fail as well.
 */
public final class Importer {
  private static final Logger log = LoggerFactory.getLogger(Importer.class);
  private static final Duration DRAIN = Duration.ofMinutes(10);

  /** Mails of one transaction. */
  private static final int BATCH = 100;

  /** Mails read but not stored yet. */
  private static final int IN_FLIGHT = 4 * BATCH;

  /** Their bytes, in units of 64 KiB. */
  private static final int IN_FLIGHT_UNITS = 4096;

  private static final int UNIT = 64 << 10;

  /** Each waits for a connection for as long as the store does. */
  private static final int ATTEMPTS = 3;

  private final Store store;
  private final Intake intake;
  private final Clock clock;
  private final int workers;

  /**
   * An importer into {@code store}.
   *
   * @param workers threads that take mail in
   */
  public Importer(Store store, Intake intake, Clock clock, int workers) {
    this.store = store;
    this.intake = intake;
    this.clock = clock;
    this.workers = workers;
  }

  /** Told how an import goes; called often, by one thread. */
  public interface Progress {
    /** {@code bytes} of the source's total have been read. */
    void read(long bytes, ImportResult soFar);

    /** Something was left out. */
    void skipped(String where, String reason);
  }

  /**
   * Imports everything from {@code source}; blocks until it is stored.
   *
   * @throws ImportStoppedException if the database is lost; another import of the same goes on
   */
  public ImportResult run(MailSource source, long account, long folder, Progress progress) {
    Run run = new Run(account, folder, progress);
    run.graph.start();
    try {
      source.forEach(run);
    } finally {
      run.graph.stop(DRAIN);
    }
    run.endIfLost();
    return run.result();
  }

  private record Read(FoundMail mail, int units) {}

  private record Ready(NewMail mail, boolean malformed, int units, String where) {}

  private final class Run implements MailVisitor {
    private final long account;
    private final long folder;
    private final Progress progress;
    private final StageGraph graph = new StageGraph(clock);
    private final Stage<Read> takeIn;
    private final Stage<Ready> toStore;
    private final Semaphore mails = new Semaphore(IN_FLIGHT);
    private final Semaphore units = new Semaphore(IN_FLIGHT_UNITS);
    private final LongAdder added = new LongAdder();
    private final LongAdder duplicates = new LongAdder();
    private final LongAdder malformed = new LongAdder();
    private final LongAdder skipped = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private volatile RuntimeException lost;

    Run(long account, long folder, Progress progress) {
      this.account = account;
      this.folder = folder;
      this.progress = progress;
      takeIn =
          graph.stage(
              StageConfig.named("take in").withQueueCapacity(IN_FLIGHT).withBatchSize(1),
              graph.workerPool("take-in", workers));
      toStore =
          graph.stage(
              StageConfig.named("store").withQueueCapacity(IN_FLIGHT).withBatchSize(BATCH),
              graph.workerPool("store", 1));
      takeIn.handledBy(EventHandler.each(this::takeIn)).listener(lost(Read::units));
      toStore.handledBy(this::storeBatch).listener(lost(Ready::units));
    }

    ImportResult result() {
      return new ImportResult(
          added.sum(), duplicates.sum(), malformed.sum(), skipped.sum(), failed.sum());
    }

    void endIfLost() {
      if (lost != null) {
        throw new ImportStoppedException(result(), lost);
      }
    }

    @Override
    public void mail(FoundMail mail) {
      endIfLost();
      int size = Math.min(IN_FLIGHT_UNITS, 1 + mail.raw().length / UNIT);
      mails.acquireUninterruptibly();
      units.acquireUninterruptibly(size);
      if (!takeIn.enqueue(new Read(mail, size)).accepted()) {
        throw new IllegalStateException("a stage refused what its semaphores had let in");
      }
    }

    @Override
    public void skipped(String where, String reason) {
      skipped.increment();
      progress.skipped(where, reason);
    }

    @Override
    public void progress(long bytes) {
      progress.read(bytes, result());
    }

    private void takeIn(Read read) {
      FoundMail mail = read.mail();
      Intake.Taken taken = intake.take(mail.raw(), mail.received(), mail.flags());
      toStore.enqueue(new Ready(taken.mail(), taken.malformed(), read.units(), mail.where()));
    }

    private void storeBatch(Batch<Ready> batch) {
      List<Ready> ready = new ArrayList<>(batch.remaining());
      while (batch.hasNext()) {
        ready.add(batch.next());
      }
      try {
        storeAll(ready);
      } finally {
        ready.forEach(one -> release(one.units()));
      }
    }

    private void storeAll(List<Ready> ready) {
      if (lost != null) {
        return;
      }
      try {
        count(ready, store.mailWriter().add(account, folder, mails(ready)));
      } catch (RuntimeException e) { // whatever it is, it must not cost the other mails
        if (!isReachable()) {
          lost = e;
        } else if (ready.size() == 1) {
          failed.increment();
          log.error("mail={} could not be stored", ready.get(0).where(), e);
        } else {
          ready.forEach(one -> storeAll(List.of(one)));
        }
      }
    }

    /** Whether the database answers, now or after a while. */
    private boolean isReachable() {
      for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
        try {
          store.accounts().byId(account);
          return true;
        } catch (StoreException e) {
          log.warn("the database does not answer: {}", e.toString());
        }
      }
      return false;
    }

    private List<NewMail> mails(List<Ready> ready) {
      return ready.stream().map(Ready::mail).toList();
    }

    private void count(List<Ready> ready, List<Added> results) {
      for (int i = 0; i < results.size(); i++) {
        if (results.get(i) instanceof Added.Duplicate) {
          duplicates.increment();
          continue;
        }
        added.increment();
        if (ready.get(i).malformed()) {
          malformed.increment();
        }
      }
    }

    private void release(int size) {
      mails.release();
      units.release(size);
    }

    /** A fault of ours; the reader must not wait for its permits for ever. */
    private <E> EventListener<E> lost(java.util.function.ToIntFunction<E> size) {
      return new EventListener<>() {
        @Override
        public void failed(E event, Throwable cause) {
          failed.increment();
          release(size.applyAsInt(event));
        }

        @Override
        public void shed(E event) {
          failed(event, null);
        }
      };
    }
  }
}
