package seda.kernel.runtime;

import java.util.Arrays;

/**
 * Estimates the service time of a stage's events from the work of its threads.
 *
 * <pre>
 *   m̂ = busy thread-time / completions      both decay with τ = max(0.3 s, 30·m̂/c)
 * </pre>
 *
 * <p>Busy time includes events still in service, so a slow backend shows before they finish. While
 * fewer events completed recently than are in service, as at the start of a burst, the formula
 * would count the time of those in service but not the events. Then the mean is the last known one,
 * or the time they have taken so far if that is longer.
 *
 * <p>The first {@value #COLD_EVENTS} events may run cold, before JIT compilation and with empty
 * caches, up to a hundred times slower. Until they have completed, the mean is that of the fastest
 * and no percentile is known, so no event is shed for them. Then they are dropped.
 *
 * <p>The shape comes from the last 512 service times. If the mean has moved since, the 90th
 * percentile is scaled with it: up when a backend slows down, and down when it recovers or has
 * warmed up. Otherwise a rare kind of event would keep an outdated percentile for minutes. Not
 * thread-safe.
 */
final class ServiceEstimate {
  private static final double LEAST_TAU = 0.3e9;
  private static final double EVENTS_OF_TAU = 30;
  private static final int SAMPLES = 512;
  private static final int SHAPE_EVERY = 64;

  /** Sorting takes microseconds and blocks the queue. */
  private static final long LEAST_SHAPE_INTERVAL = 1_000_000;

  private static final int COLD_EVENTS = 16;

  private final long[] samples = new long[SAMPLES];
  private int sampled;
  private int untilShape = 1;
  private double sampledMean;
  private double sampledP90;
  private double sampledVariation;

  private double busy;
  private double completions;
  private double lastMean;
  private int inService;
  private double running; // busy time of events in service
  private int cold = COLD_EVENTS;
  private long leastCold = Long.MAX_VALUE;
  private long updated;
  private long shaped;

  ServiceEstimate(long now) {
    updated = now;
    shaped = now - LEAST_SHAPE_INTERVAL;
  }

  private void advance(long now, int threads) {
    double passed = now - updated;
    if (passed > 0) {
      double tau = Math.max(LEAST_TAU, EVENTS_OF_TAU * lastMean / threads);
      double kept = tau / (tau + passed); // e^(-passed/τ), to the first order
      busy = busy * kept + inService * passed;
      running = running * kept + inService * passed;
      completions *= kept;
      updated = now;
    }
  }

  void started(long now, int threads, int events) {
    advance(now, threads);
    inService += events;
  }

  /** Returns the number of events started but not ended. */
  int inService() {
    return inService;
  }

  /**
   * Records the end of a batch.
   *
   * @param started events of the batch
   * @param handled events of the batch that were not shed
   * @param serviceNanos service time of each handled event
   */
  void ended(long now, int threads, int started, int handled, long serviceNanos) {
    advance(now, threads);
    inService -= started;
    double each = (double) handled * serviceNanos; // an event's time starts with its batch
    running = inService == 0 ? 0 : Math.max(0, running - started * each);
    if (handled == 0) {
      return;
    }
    if (cold > 0) {
      warm(handled, serviceNanos);
      return;
    }
    completions += handled;
    if (completions > 1) {
      lastMean = (busy - running) / completions;
    } else if (lastMean == 0) {
      lastMean = serviceNanos;
    }
    samples[sampled++ % SAMPLES] = serviceNanos;
    if (sampled == 2 * SAMPLES) {
      sampled = SAMPLES;
    }
    if (--untilShape <= 0 && now - shaped >= LEAST_SHAPE_INTERVAL) {
      shaped = now;
      shape();
    }
  }

  private void warm(int handled, long serviceNanos) {
    cold -= handled;
    leastCold = Math.min(leastCold, serviceNanos);
    lastMean = leastCold;
    if (cold <= 0) {
      busy = 0;
    }
  }

  private void shape() {
    int count = Math.min(sampled, SAMPLES);
    untilShape = Math.min(SHAPE_EVERY, count);
    long[] sorted = Arrays.copyOf(samples, count);
    Arrays.sort(sorted);
    double sum = 0;
    double squares = 0;
    for (long sample : sorted) {
      sum += sample;
      squares += (double) sample * sample;
    }
    sampledMean = sum / count;
    sampledVariation =
        sampledMean == 0 ? 0 : Math.max(0, squares / count / (sampledMean * sampledMean) - 1);
    sampledP90 = sorted[(int) Math.ceil(0.9 * count) - 1];
  }

  /**
   * Returns the decayed mean in nanoseconds, or the last known one if recent samples are too few.
   */
  double mean(long now, int threads) {
    advance(now, threads);
    if (cold > 0 && lastMean > 0) {
      return lastMean;
    }
    if (completions < inService && lastMean > 0) {
      return Math.max(lastMean, running / inService);
    }
    return (busy + lastMean) / (completions + 1);
  }

  /** Returns the 90th percentile in nanoseconds. */
  double p90(double mean) {
    return sampledMean > 0 ? sampledP90 * mean / sampledMean : sampledP90;
  }

  /** Returns the squared coefficient of variation. */
  double variation() {
    return sampledVariation;
  }
}
