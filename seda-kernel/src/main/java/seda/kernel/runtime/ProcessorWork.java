package seda.kernel.runtime;

import java.util.concurrent.atomic.AtomicIntegerArray;
import seda.kernel.AdmissionReport;
import seda.kernel.ServiceClass;
import seda.kernel.WorkState;

/**
 * Work of a processor ahead of a new event of one of its queues. The processor's thread measures
 * and publishes; any thread reads, and may see figures that are one batch old. Without a predicting
 * admission controller in the domain, nothing is measured and all figures are 0.
 *
 * <p>A processor serves its queues in turns of one batch. So while n events are ahead in the
 * event's own queue, another queue gets at most n / batch limit + 1 batches.
 */
final class ProcessorWork implements WorkState {
  private final ProcessorQueue<?> queue;
  private final ServiceEstimate service;

  /** Events of this rank and higher ranks, for all ranks but the lowest. */
  private final AtomicIntegerArray lengthAhead = new AtomicIntegerArray(ServiceClass.RANKS);

  private volatile int lowestRank;
  private volatile double mean;
  private volatile double p90;
  private volatile double variation;
  private volatile boolean running;

  ProcessorWork(ProcessorQueue<?> queue) {
    this.queue = queue;
    this.service = new ServiceEstimate(0);
  }

  // ---- the processor's thread

  /** Publishes a change of the backlog. */
  void publish(Backlog<?> backlog) {
    int lowest = backlog.ranks() - 1;
    if (lowest > 0) {
      int ahead = 0;
      for (int rank = 0; rank < lowest; rank++) {
        ahead += backlog.length(rank);
        lengthAhead.lazySet(rank, ahead);
      }
      if (lowest != lowestRank) {
        lowestRank = lowest;
      }
    }
  }

  void started(long now, int events) {
    running = true;
    service.started(now, 1, events);
  }

  /** Records the end of a batch; {@code busyNanos} covers all its handled events. */
  void ended(long now, int started, int handled, long busyNanos) {
    service.ended(now, 1, started, handled, handled == 0 ? 0 : busyNanos / handled);
    double newMean = service.mean(now, 1);
    mean = newMean;
    p90 = service.p90(newMean);
    variation = service.variation();
    running = false;
  }

  // ---- any thread

  @Override
  public int idleThreads() {
    for (ProcessorQueue<?> other : queue.processor().queues()) {
      if (other.work().running || other.length() > 0 || other.onTheirWay() > 0) {
        return 0;
      }
    }
    return 1;
  }

  @Override
  public AdmissionReport report(int rank, long nanos) {
    AdmissionReport report = AdmissionReport.NONE;
    for (ProcessorQueue<?> other : queue.processor().queues()) {
      report = other.stage().admission().report(rank, nanos).and(report);
    }
    return report;
  }

  /** Returns the number of waiting events of a rank. */
  int waiting(int rank) {
    int lowest = lowestRank;
    if (rank > lowest) {
      return 0;
    }
    int all = rank == lowest ? queue.length() : lengthAhead.get(rank);
    return Math.max(0, all - (rank == 0 ? 0 : lengthAhead.get(rank - 1)));
  }

  private int ahead(int rank) {
    int waiting = rank < lowestRank ? lengthAhead.get(rank) : queue.length();
    return waiting + queue.onTheirWay();
  }

  /** Returns the events of another queue that are served before an event of this queue. */
  private int ahead(ProcessorQueue<?> other, int rank) {
    if (other == queue) {
      return ahead(rank);
    }
    long turns = ahead(rank) / queue.batchLimit() + 1L;
    return (int) Math.min(other.length() + other.onTheirWay(), turns * other.batchLimit());
  }

  @Override
  public double workAhead(int rank) {
    double work = 0;
    for (ProcessorQueue<?> other : queue.processor().queues()) {
      work += ahead(other, rank) * other.work().mean;
    }
    return work;
  }

  @Override
  public double workVariance(int rank) {
    double variance = 0;
    for (ProcessorQueue<?> other : queue.processor().queues()) {
      ProcessorWork its = other.work();
      variance += ahead(other, rank) * its.mean * its.mean * its.variation;
    }
    return variance;
  }

  @Override
  public double serviceMean() {
    return mean;
  }

  @Override
  public double serviceP90() {
    return p90;
  }
}
