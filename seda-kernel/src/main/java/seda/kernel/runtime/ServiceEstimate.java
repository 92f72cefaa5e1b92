package seda.kernel.runtime;

import java.util.Arrays;

/**
 * How long an event of a stage takes, estimated from what its threads do.
 *
 * <pre>
 *   m̂ = busy thread-time / completions      both decay with τ = max(0.3 s, 30·m̂/c)
 * </pre>
 *
 * Busy time counts events that are still in service, so that a slow backend is seen before they
 * finish. While fewer events have completed lately than are in service, as when a burst begins
 * after a pause, the formula would count the time of those in service but not the events. Then the
 * mean is the last known, or what they have taken so far if that is longer. The first {@value
 * #COLD_EVENTS} events may run cold, before the JIT compiler and with empty caches, up to a hundred
 * times as long as later ones. Until they have completed, the mean is the shortest of them, and no
 * percentile is known, so that nothing is shed for it; then they are forgotten. The shape comes
 * from the last 512 service times; where the mean has left them behind, the 90th percentile is
 * scaled with it: up when a backend becomes slow, and down when it is quick again or was cold at
 * first, which a rare kind of event would remember for minutes. Not thread-safe.
 */
final class ServiceEstimate {
  private static final double LEAST_TAU = 0.3e9;
  private static final double EVENTS_OF_TAU = 30;
  private static final int SAMPLES = 512;
  private static final int SHAPE_EVERY = 64;

  /** Sorting takes microseconds in which nobody else gets at the queue. */
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
  private double running; // the part of the busy time that is of events in service
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

  /** Events that were started and have not ended. */
  int inService() {
    return inService;
  }

  /**
   * A batch has ended.
   *
   * @param started events of the batch
   * @param handled those that were not shed
   * @param serviceNanos the time of each that was handled
   */
  void ended(long now, int threads, int started, int handled, long serviceNanos) {
    advance(now, threads);
    inService -= started;
    double each = (double) handled * serviceNanos; // an event counts from when its batch began
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

  /** Decayed mean in nanoseconds; the last known where there was little to see lately. */
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

  /** 90th percentile in nanoseconds. */
  double p90(double mean) {
    return sampledMean > 0 ? sampledP90 * mean / sampledMean : sampledP90;
  }

  /** Squared coefficient of variation. */
  double variation() {
    return sampledVariation;
  }
}
