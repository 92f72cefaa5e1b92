package arashi.ingest;

import arashi.store.Store;
import arashi.store.database.OutageException;
import arashi.store.index.IndexUpkeep;
import arashi.store.mail.Added;
import arashi.store.mail.PreparedMail;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Batch;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.Overrides;
import seda.kernel.graph.StageGraph;

/**
 * Imports mail from files into folders, in two stages:
 *
 * <pre>
 *   reader (the caller) ──────► take in (a worker per core) ─► store (one worker, whole batches)
 *   splits files into mails    parses, compresses, hashes     waits for the database
 * </pre>
 *
 * <p>A batch is one transaction, so a killed import leaves whole batches. A repeated import
 * continues after them, because identical bytes in the same folder are one mail. The mails of a
 * batch for another folder form a transaction of their own. If a batch fails, its mails are stored
 * one by one, so that one bad mail does not stop the others. In a database outage the import waits,
 * and stops if the outage lasts, because all later mails would fail as well.
 */
public final class Importer {
  private static final Logger log = LoggerFactory.getLogger(Importer.class);
  private static final Duration DRAIN = Duration.ofMinutes(10);

  /** Mails per transaction. */
  private static final int BATCH = 100;

  /** Maximum mails that are read but not stored yet. */
  private static final int IN_FLIGHT = 4 * BATCH;

  /** Memory for these mails: up to 256 MiB, and at most half of the heap. */
  private static final long IN_FLIGHT_BYTES =
      Math.min(256L << 20, Runtime.getRuntime().maxMemory() / 2);

  /**
   * Maximum time without a stored mail during outages, from the first outage on. A restart or
   * fail-over takes seconds. Recurring outages count as one: a full disk has room for a probe, but
   * not for the next batch.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Attempts for a batch that loses its connection while the database is available. */
  private static final int ATTEMPTS = 3;

  private final Store store;
  private final Intake intake;
  private final Clock clock;
  private final int workers;
  private final Duration patience;
  private final Overrides overrides;

  /**
   * Creates an importer into {@code store}.
   *
   * @param workers number of intake threads
   */
  public Importer(Store store, Intake intake, Clock clock, int workers) {
    this(store, intake, clock, workers, PATIENCE, Overrides.none());
  }

  /** Creates an importer with another time limit for outages, and other stage settings. */
  Importer(
      Store store,
      Intake intake,
      Clock clock,
      int workers,
      Duration patience,
      Overrides overrides) {
    this.patience = patience;
    this.overrides = overrides;
    this.store = store;
    this.intake = intake;
    this.clock = clock;
    this.workers = workers;
  }

  /** Receives the progress of an import; called often, by one thread. */
  public interface Progress {
    /** Reports that {@code bytes} of the source's total have been read. */
    void read(long bytes, ImportResult soFar);

    /** Reports that a file or mail was skipped. */
    void skipped(String where, String reason);
  }

  /**
   * Imports all mail from {@code source}; blocks until it is stored.
   *
   * @param folder folder of mails without a place of their own
   * @throws ImportStoppedException if the database is lost; repeating the import continues it
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

  private record Read(FoundMail mail, long bytes) {}

  private record Ready(Intake.Taken taken, PreparedMail mail, long bytes, FoundMail found) {
    String where() {
      return found.where();
    }
  }

  private record Stored(Ready ready, Added added) {}

  private final class Run implements MailVisitor {
    private final long account;
    private final ImportFolders places;
    private final Progress progress;
    private final StageGraph graph = new StageGraph(clock, overrides);
    private final Stage<Read> takeIn;
    private final Stage<Ready> toStore;
    private final InFlight inFlight = new InFlight(IN_FLIGHT_BYTES, IN_FLIGHT);
    private final LongAdder added = new LongAdder();
    private final LongAdder duplicates = new LongAdder();
    private final LongAdder malformed = new LongAdder();
    private final LongAdder asSource = new LongAdder();
    private final LongAdder skipped = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private volatile OutageException lost;
    private boolean waiting; // used by the storing thread
    private long waitingSince; // nanoseconds

    Run(long account, long folder, Progress progress) {
      this.account = account;
      this.places = new ImportFolders(store.mail().folders(), account, folder);
      this.progress = progress;
      takeIn =
          graph.stage(
              StageConfig.named("take in").withQueueCapacity(IN_FLIGHT).withBatchSize(1),
              graph.workerPool("take-in", workers));
      toStore =
          graph.stage(
              StageConfig.named("store").withQueueCapacity(IN_FLIGHT).withBatchSize(BATCH),
              graph.workerPool("store", 1));
      store.service().availability().watch(graph);
      store.upkeep().indexUpkeep().run(graph, graph.workerPool(IndexUpkeep.NAME, 1), Duration.ZERO);
      takeIn.handledBy(EventHandler.each(this::takeIn)).listener(lost(Read::bytes)).blocking();
      toStore.handledBy(this::storeBatch).listener(lost(Ready::bytes)).blocking();
    }

    ImportResult result() {
      return new ImportResult(
          added.sum(),
          duplicates.sum(),
          malformed.sum(),
          asSource.sum(),
          skipped.sum(),
          failed.sum());
    }

    void endIfLost() {
      if (lost != null) {
        throw new ImportStoppedException(result(), lost);
      }
    }

    @Override
    public void mail(FoundMail mail) {
      endIfLost();
      Read read = new Read(mail, inFlight.take(mail.raw().length));
      EnqueueResult result = takeIn.enqueue(read);
      if (!result.accepted()) {
        failed.increment();
        inFlight.giveBack(read.bytes());
        log.error("mail={} was refused: {}", mail.where(), result.outcome());
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
      Intake.Taken taken = intake.take(mail);
      PreparedMail prepared = store.mail().mailWriter().prepare(taken.mail());
      EnqueueResult result = toStore.enqueue(new Ready(taken, prepared, read.bytes(), mail));
      if (!result.accepted()) { // throwing fails the event; its listener counts it
        throw new IllegalStateException(mail.where() + " was refused: " + result.outcome());
      }
    }

    private void storeBatch(Batch<Ready> batch) {
      List<Ready> ready = new ArrayList<>(batch.remaining());
      while (batch.hasNext()) {
        ready.add(batch.next());
      }
      Map<Optional<FolderPath>, List<Ready>> byPlace =
          ready.stream()
              .collect(
                  Collectors.groupingBy(
                      one -> one.found().place(), LinkedHashMap::new, Collectors.toList()));
      try {
        byPlace.values().forEach(this::storeAll);
      } finally {
        ready.forEach(one -> inFlight.giveBack(one.bytes()));
      }
    }

    /** Stores mails of one place. */
    private void storeAll(List<Ready> ready) {
      for (int attempt = 1; attempt <= ATTEMPTS && lost == null; attempt++) {
        try {
          store(ready).forEach(this::count);
          waiting = false;
          return;
        } catch (OutageException e) { // the retry finds mails stored despite the failure
          if (!store.service().availability().awaitEnd(patienceLeft())) {
            lost = e;
          }
        } catch (RuntimeException e) { // any failure, so that other mails are not lost
          storeOneByOne(ready, e);
          return;
        }
      }
      if (lost == null) {
        storeOneByOne(
            ready,
            new IllegalStateException(
                "the connection was lost in each of " + ATTEMPTS + " attempts"));
      }
    }

    /** Returns the remaining patience since the first outage after the last stored mail. */
    private Duration patienceLeft() {
      long now = clock.nanos();
      if (!waiting) {
        waiting = true;
        waitingSince = now;
      }
      return patience.minusNanos(now - waitingSince);
    }

    private void storeOneByOne(List<Ready> ready, RuntimeException why) {
      if (ready.size() == 1) {
        failed.increment();
        log.error("mail={} could not be stored", ready.get(0).where(), why);
      } else {
        ready.forEach(one -> storeAll(List.of(one)));
      }
    }

    private List<Stored> store(List<Ready> ready) {
      long into = places.folder(ready.get(0).found().place());
      List<PreparedMail> mails = ready.stream().map(Ready::mail).toList();
      Iterator<Added> added =
          store.mail().mailWriter().addPrepared(account, into, mails).iterator();
      return ready.stream().map(one -> new Stored(one, added.next())).toList();
    }

    private void count(Stored stored) {
      if (stored.added() instanceof Added.Duplicate) {
        duplicates.increment();
        return;
      }
      added.increment();
      Intake.Taken taken = stored.ready().taken();
      if (taken.malformed()) {
        malformed.increment();
      }
      if (taken.asSource()) {
        asSource.increment();
      }
    }

    /**
     * Counts a mail that a stage did not complete, and returns its memory so that the reader does
     * not wait forever.
     */
    private <E> EventListener<E> lost(ToLongFunction<E> bytes) {
      return new EventListener<>() {
        @Override
        public void failed(E event, Throwable cause) {
          failed.increment();
          inFlight.giveBack(bytes.applyAsLong(event));
        }

        @Override
        public void shed(E event) {
          failed(event, null);
        }
      };
    }
  }
}
