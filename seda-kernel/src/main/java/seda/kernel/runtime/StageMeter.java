package seda.kernel.runtime;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.IntCountsHistogram;
import seda.kernel.ServiceClass;

/**
 * Measurements of a queue's threads until they are handed over. One thread writes at a time: a
 * processor to its own meter, a worker to that of its batch. So writes take no lock, and an idle
 * stage keeps no histogram.
 */
public final class StageMeter {
  private final AtomicLong events = new AtomicLong();
  private final AtomicLong batches = new AtomicLong();
  private final AtomicLong busyNanos = new AtomicLong();
  private Window window = new Window();
  private EventSource lastSource;
  private long lastSourceCount;

  /** Measurements between two hand-overs; owned by the taker. */
  static final class Window {
    final Latencies[] latencies = new Latencies[ServiceClass.RANKS];
    final Map<EventSource, Long> sources = new HashMap<>(4);
    boolean measured;
    long sampledCpuNanos;
    long sampledEvents;

    boolean isEmpty() {
      return !measured && sources.isEmpty();
    }
  }

  /** Histograms of one class, in units of 2^{@link #UNIT_BITS} ns. */
  static final class Latencies {
    /** 64 ns: anything finer is noise, because a clock reading costs as much. */
    static final int UNIT_BITS = 6;

    private static final int DIGITS = 2;

    final IntCountsHistogram waiting = new IntCountsHistogram(DIGITS);
    final IntCountsHistogram service = new IntCountsHistogram(DIGITS);
    final IntCountsHistogram response = new IntCountsHistogram(DIGITS);

    static void record(IntCountsHistogram histogram, long nanos, int count) {
      histogram.recordValueWithCount(Math.max(0, nanos) >> UNIT_BITS, count);
    }
  }

  /** Records an event's entry, from a stage or, with null, from outside. */
  void entered(EventSource source) {
    if (source == lastSource) {
      lastSourceCount++;
      return;
    }
    flushSource();
    lastSource = source;
    lastSourceCount = 1;
  }

  private void flushSource() {
    if (lastSourceCount > 0) {
      window.sources.merge(
          lastSource == null ? EventSource.OUTSIDE : lastSource, lastSourceCount, Long::sum);
      lastSourceCount = 0;
    }
  }

  /**
   * Records the end of a batch. Equal neighbours are recorded together; events that entered in one
   * batch have the same stamp.
   *
   * @param cpuNanos CPU time of the batch if it was {@linkplain CpuSampler sampled}, else -1
   */
  public <E> void ended(
      QueuedStage<E> stage, EventBatch<E> batch, long startNanos, long endNanos, long cpuNanos) {
    int size = batch.size();
    add(events, size);
    add(batches, 1);
    add(busyNanos, endNanos - startNanos);
    window.measured = true;
    if (cpuNanos >= 0) {
      window.sampledCpuNanos += cpuNanos;
      window.sampledEvents += size;
    }
    long service = (endNanos - startNanos) / size;
    boolean asArrived = !stage.traits().haveArrivals();
    for (int i = 0; i < size; ) {
      int same = i + 1;
      if (batch.lost() > 0 && !batch.completed(i)) {
        i = same;
        continue;
      }
      long stamp = batch.stamp(i);
      int rank = batch.rank(i);
      while (same < size
          && asArrived
          && batch.stamp(same) == stamp
          && batch.rank(same) == rank
          && (batch.lost() == 0 || batch.completed(same))) {
        same++;
      }
      long arrival = asArrived ? stamp : stage.traits().arrival(batch.at(i), stamp);
      record(rank, startNanos - stamp, service, endNanos - arrival, same - i);
      i = same;
    }
  }

  /** Adds without an atomic update: there is one writer. */
  private static void add(AtomicLong to, long more) {
    to.lazySet(to.getPlain() + more);
  }

  /** Returns the work so far. Any thread. */
  Work work() {
    return new Work(events.get(), batches.get(), busyNanos.get());
  }

  private void record(int rank, long waiting, long service, long response, int count) {
    Latencies latencies = window.latencies[rank];
    if (latencies == null) {
      latencies = new Latencies();
      window.latencies[rank] = latencies;
    }
    Latencies.record(latencies.waiting, waiting, count);
    Latencies.record(latencies.service, service, count);
    Latencies.record(latencies.response, response, count);
  }

  /** Takes the measurements, on the writing thread; null if there are none. */
  Window take() {
    flushSource();
    lastSource = null;
    if (window.isEmpty()) {
      return null;
    }
    Window taken = window;
    window = new Window();
    return taken;
  }
}
