package seda.kernel.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.IntCountsHistogram;
import seda.kernel.ClassSnapshot;
import seda.kernel.Distribution;
import seda.kernel.EnqueueResult;
import seda.kernel.ServiceClass;
import seda.kernel.StageSnapshot;
import seda.kernel.WindowSnapshot;

/**
 * Figures of one stage: counters that any thread increments, and measurements of its queue's
 * threads, added once per window (see {@link StageMeter}).
 */
final class StageStatistics {
  private static final int RANKS = ServiceClass.RANKS;

  private final AtomicReferenceArray<Counters> counters = new AtomicReferenceArray<>(RANKS);

  // guarded by this
  private final Times[] window = new Times[RANKS];
  private final Times[] total = new Times[RANKS];
  private final ClassSnapshot.Times[] recent = new ClassSnapshot.Times[RANKS];
  private ClassSnapshot.Times recentOfAll = ClassSnapshot.Times.EMPTY;

  /** By name, so that a replaced stage can be collected. */
  private final Map<String, Long> sources = new HashMap<>(4);

  private final Deque<WindowSnapshot> history = new ArrayDeque<>();
  private final int historyLength;
  private long sampledCpuNanos;
  private long sampledEvents;
  private long windowCompleted;
  private long windowRefused;
  private long windowLost;

  StageStatistics(int historyLength) {
    this.historyLength = historyLength;
  }

  private static final class Counters {
    private final LongAdder admitted = new LongAdder();
    private final LongAdder revoked = new LongAdder();
    final LongAdder completed = new LongAdder();
    final LongAdder failed = new LongAdder();
    final LongAdder shed = new LongAdder();
    final Map<EnqueueResult.Outcome, LongAdder> refused = new ConcurrentHashMap<>(2);

    /**
     * Returns the accepted events. Both counters only grow, so the result is at least the number of
     * ended events read before.
     */
    long accepted() {
      long revokedBefore = revoked.sum();
      return admitted.sum() - revokedBefore;
    }

    long refused() {
      return refused.values().stream().mapToLong(LongAdder::sum).sum();
    }
  }

  private static final class Times {
    private AbstractHistogram waiting = new IntCountsHistogram(2);
    private AbstractHistogram service = new IntCountsHistogram(2);
    private AbstractHistogram response = new IntCountsHistogram(2);

    void add(Times other) {
      add(other.waiting, other.service, other.response);
    }

    void add(AbstractHistogram waited, AbstractHistogram served, AbstractHistogram responded) {
      waiting = sum(waiting, waited);
      service = sum(service, served);
      response = sum(response, responded);
    }

    /** Adds a histogram; uses 64-bit counts, which take twice the memory, only when needed. */
    private static AbstractHistogram sum(AbstractHistogram to, AbstractHistogram more) {
      AbstractHistogram sum = to;
      if (to instanceof IntCountsHistogram
          && to.getTotalCount() + more.getTotalCount() > Integer.MAX_VALUE) {
        sum = new Histogram(2);
        sum.add(to);
      }
      sum.add(more);
      return sum;
    }

    ClassSnapshot.Times snapshot() {
      return new ClassSnapshot.Times(
          distribution(waiting), distribution(service), distribution(response));
    }
  }

  private static Distribution distribution(AbstractHistogram histogram) {
    long count = histogram.getTotalCount();
    if (count == 0) {
      return Distribution.EMPTY;
    }
    return new Distribution(
        count,
        histogram.getMean() * (1 << StageMeter.Latencies.UNIT_BITS),
        at(histogram, 50),
        at(histogram, 90),
        at(histogram, 99),
        at(histogram, 99.9),
        histogram.getMaxValue() << StageMeter.Latencies.UNIT_BITS);
  }

  private static long at(AbstractHistogram histogram, double percentile) {
    return histogram.getValueAtPercentile(percentile) << StageMeter.Latencies.UNIT_BITS;
  }

  private static WindowSnapshot.OfClass ofClass(int rank, Distribution response) {
    return new WindowSnapshot.OfClass(
        rank, response.count(), response.p50(), response.p90(), response.p99());
  }

  // ---- counters, any thread

  private Counters of(int rank) {
    Counters found = counters.get(rank);
    if (found == null) {
      counters.compareAndSet(rank, null, new Counters());
      found = counters.get(rank);
    }
    return found;
  }

  void accepted(int rank) {
    of(rank).admitted.increment();
  }

  /** Revokes the acceptance of an event that could not be queued. */
  void revoked(int rank) {
    of(rank).revoked.increment();
  }

  void refused(int rank, EnqueueResult.Outcome reason, int events) {
    of(rank).refused.computeIfAbsent(reason, first -> new LongAdder()).add(events);
  }

  void failed(int rank) {
    of(rank).failed.increment();
  }

  void shed(int rank) {
    of(rank).shed.increment();
  }

  void completed(int rank, int events) {
    of(rank).completed.add(events);
  }

  long completed() {
    return sum(counter -> counter.completed.sum());
  }

  long accepted() {
    return sum(Counters::accepted);
  }

  long failed() {
    return sum(counter -> counter.failed.sum());
  }

  long shed() {
    return sum(counter -> counter.shed.sum());
  }

  private long sum(ToLongFunction<Counters> which) {
    long sum = 0;
    for (int rank = 0; rank < RANKS; rank++) {
      Counters found = counters.get(rank);
      sum += found == null ? 0 : which.applyAsLong(found);
    }
    return sum;
  }

  // ---- measurements

  synchronized void add(StageMeter.Window measured) {
    sampledCpuNanos += measured.sampledCpuNanos;
    sampledEvents += measured.sampledEvents;
    measured.sources.forEach((source, count) -> sources.merge(source.name(), count, Long::sum));
    for (int rank = 0; rank < RANKS; rank++) {
      StageMeter.Latencies latencies = measured.latencies[rank];
      if (latencies != null) {
        add(window, rank, latencies);
        add(total, rank, latencies);
      }
    }
  }

  private static void add(Times[] to, int rank, StageMeter.Latencies latencies) {
    if (to[rank] == null) {
      to[rank] = new Times();
    }
    to[rank].add(latencies.waiting, latencies.service, latencies.response);
  }

  /**
   * Ends a window: its times become the recent ones and, unless it was quiet, a point of the
   * history.
   */
  synchronized void closeWindow(long nanos, int queueLength) {
    long completedNow = completed();
    long refusedNow = rejected();
    long lostNow = failed() + shed();
    boolean quiet =
        completedNow == windowCompleted
            && refusedNow == windowRefused
            && lostNow == windowLost
            && queueLength == 0;
    List<WindowSnapshot.OfClass> classes = new ArrayList<>();
    recentOfAll = recentOfAll();
    for (int rank = 0; rank < RANKS; rank++) {
      recent[rank] = window[rank] == null ? null : window[rank].snapshot();
      window[rank] = null;
      if (recent[rank] != null) {
        classes.add(ofClass(rank, recent[rank].response()));
      }
    }
    if (!quiet) {
      history.add(
          new WindowSnapshot(
              nanos,
              queueLength,
              completedNow - windowCompleted,
              refusedNow - windowRefused,
              List.copyOf(classes)));
    }
    while (history.size() > historyLength) {
      history.remove();
    }
    windowCompleted = completedNow;
    windowRefused = refusedNow;
    windowLost = lostNow;
  }

  private ClassSnapshot.Times recentOfAll() {
    List<Times> seen = Arrays.stream(window).filter(Objects::nonNull).toList();
    if (seen.isEmpty()) {
      return ClassSnapshot.Times.EMPTY;
    }
    Times all = new Times();
    seen.forEach(all::add);
    return all.snapshot();
  }

  private long rejected() {
    long sum = 0;
    for (int rank = 0; rank < RANKS; rank++) {
      Counters found = counters.get(rank);
      sum += found == null ? 0 : found.refused();
    }
    return sum;
  }

  synchronized List<WindowSnapshot> history() {
    return List.copyOf(history);
  }

  synchronized StageSnapshot snapshot(QueuedStage<?> stage, StageQueue<?> queue) {
    // read ended before accepted, so that a snapshot never shows more ended than accepted events
    long completedNow = completed();
    long failedNow = failed();
    long shedNow = shed();
    long acceptedNow = accepted();
    Work work = queue == null ? Work.NONE : queue.work();
    return new StageSnapshot(
        stage.name(),
        stage.domain().name(),
        new StageSnapshot.QueueSnapshot(
            queue == null ? 0 : queue.length(),
            queue == null ? 0 : queue.credits(),
            stage.config().queueCapacity()),
        stage.batchLimit(),
        acceptedNow,
        completedNow,
        failedNow,
        shedNow,
        new StageSnapshot.HandlerSnapshot(
            work.batches(),
            work.busyNanos(),
            sampledEvents == 0
                ? 0
                : (long) ((double) sampledCpuNanos / sampledEvents * (completedNow + failedNow))),
        recentOfAll,
        classes(),
        Map.copyOf(sources));
  }

  private List<ClassSnapshot> classes() {
    List<ClassSnapshot> classes = new ArrayList<>();
    for (int rank = 0; rank < RANKS; rank++) {
      Counters found = counters.get(rank);
      if (found != null) {
        long completedNow = found.completed.sum();
        long failedNow = found.failed.sum();
        long shedNow = found.shed.sum();
        classes.add(
            new ClassSnapshot(
                rank,
                found.accepted(),
                completedNow,
                refused(found),
                failedNow,
                shedNow,
                recent[rank] == null ? ClassSnapshot.Times.EMPTY : recent[rank],
                total[rank] == null ? ClassSnapshot.Times.EMPTY : total[rank].snapshot()));
      }
    }
    return List.copyOf(classes);
  }

  private static Map<EnqueueResult.Outcome, Long> refused(Counters of) {
    Map<EnqueueResult.Outcome, Long> refused = new EnumMap<>(EnqueueResult.Outcome.class);
    of.refused.forEach((reason, count) -> refused.put(reason, count.sum()));
    return Map.copyOf(refused);
  }
}
