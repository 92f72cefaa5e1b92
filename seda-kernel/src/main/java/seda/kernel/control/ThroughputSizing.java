package seda.kernel.control;

import seda.kernel.PoolObservation;

/**
 * Sizes a pool by the throughput that its threads gain. The default sizing controller.
 *
 * <p><b>Under overload</b>, when the threads are busy and at least as many events wait, it tries
 * another size, from n to n·(1 + step) or n / (1 + step), and measures the throughput x of both.
 * The greater size is better if
 *
 * <pre>
 *   x_greater / x_less − 1  ≥  efficiency · (n_greater / n_less − 1)
 * </pre>
 *
 * <p>The extra threads must bring at least this fraction of a linear gain. If the tried size is
 * better, the search continues from there. If not, the step is halved: it starts with doubling, to
 * follow a burst, and ends at a quarter. After the smallest step the pool returns to its size. From
 * then on it tries a smaller and a greater size in turn, with rests in between, because the
 * capacity of the backend may change.
 *
 * <p><b>Otherwise</b> the throughput equals the arrival rate and gives no information. By Little's
 * law, n = λ·L threads are busy; the pool gets n / utilisation and one spare thread, so that few
 * events wait. So it also shrinks under steady light load. It does not grow beyond the size above
 * which the last search found no gain. After it has shrunk, the next search starts anew.
 *
 * <p>The throughput of N completions has a relative error of cv/√N, so a smaller step needs more
 * completions: {@code minCompletions} / step². A measurement also lasts several service times,
 * because events that began before it blur it. Not thread-safe.
 */
public final class ThroughputSizing implements PoolSizing {
  private static final double SMALLEST_STEP = 0.25;
  private static final double SERVICE_TIMES = 4;
  private static final double SMOOTHING = 0.3;

  private final Settings settings;
  private double busy;

  // the measurement
  private long completed;
  private long nanos;

  // the search
  private double step = 1;
  private boolean up = true;
  private int rest;
  private boolean trying;
  private int sizeBefore;
  private double throughputBefore;
  private int enough = Integer.MAX_VALUE; // no gain beyond this size

  /**
   * Parameters.
   *
   * @param efficiency fraction of a linear gain above which extra threads are worthwhile
   * @param utilisation target fraction of busy threads; from it on, the threads count as busy
   * @param minCompletions completions needed to judge a doubling
   * @param backOff measurements between two trials at the smallest step
   */
  public record Settings(double efficiency, double utilisation, int minCompletions, int backOff) {
    /** A quarter of a linear gain, 80 %, 16 completions, 4 measurements. */
    public static final Settings DEFAULT = new Settings(0.25, 0.8, 16, 4);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException naming the values and the allowed ranges
     */
    public Settings {
      if (!(efficiency > 0 && efficiency < 1)
          || !(utilisation > 0 && utilisation < 1)
          || minCompletions < 1
          || backOff < 0) {
        throw new IllegalArgumentException(
            "efficiency and utilisation are between 0 and 1, min-completions at least 1, back-off"
                + " not negative: efficiency = "
                + efficiency
                + ", utilisation = "
                + utilisation
                + ", min-completions = "
                + minCompletions
                + ", back-off = "
                + backOff);
      }
    }
  }

  /** Creates a controller for one pool. */
  public ThroughputSizing(Settings settings) {
    this.settings = settings;
  }

  @Override
  public int next(PoolObservation o) {
    busy = Math.max(o.meanBusy(), busy + SMOOTHING * (o.meanBusy() - busy)); // rises at once
    if (o.queued() >= o.threads() && o.meanBusy() >= settings.utilisation() * o.threads()) {
      return search(o);
    }
    startMeasurement();
    trying = false;
    return o.queued() >= o.threads() ? o.threads() : fit(o.threads());
  }

  private int fit(int threads) {
    int needed = (int) Math.ceil(busy / settings.utilisation()) + 1;
    if (needed < threads) {
      step = 1;
      up = true;
      rest = 0;
    }
    return Math.min(needed, enough);
  }

  private int search(PoolObservation o) {
    completed += o.completed();
    nanos += o.intervalNanos();
    if (completed < completionsNeeded(o.threads())) {
      return o.threads();
    }
    double throughput = completed * 1e9 / nanos;
    startMeasurement();
    if (trying && !isBetter(o.threads(), throughput)) {
      return tryLessOrGoBack();
    }
    if (!trying && rest > 0) {
      rest--;
      return o.threads();
    }
    return tryFrom(o.threads(), throughput);
  }

  private double completionsNeeded(int threads) {
    double leastStep = Math.max(step, 1.0 / threads);
    return Math.max(settings.minCompletions() / (leastStep * leastStep), SERVICE_TIMES * threads);
  }

  private void startMeasurement() {
    completed = 0;
    nanos = 0;
  }

  private int tryFrom(int threads, double throughput) {
    trying = true;
    sizeBefore = threads;
    throughputBefore = throughput;
    return Math.max(1, (int) (up ? Math.ceil(threads * (1 + step)) : threads / (1 + step)));
  }

  /** True if the tried size is better; false if the pool's bounds prevented the trial. */
  private boolean isBetter(int threads, double throughput) {
    boolean greater = threads > sizeBefore;
    double linear = (double) threads / sizeBefore;
    double gain = throughput / throughputBefore;
    boolean greaterIsBetter =
        (greater ? gain : 1 / gain) - 1
            >= settings.efficiency() * ((greater ? linear : 1 / linear) - 1);
    if (!greaterIsBetter) {
      enough = Math.min(threads, sizeBefore);
    } else if (Math.max(threads, sizeBefore) > enough) {
      enough = Integer.MAX_VALUE;
    }
    return threads != sizeBefore && greater == greaterIsBetter;
  }

  private int tryLessOrGoBack() {
    if (step > SMALLEST_STEP) {
      step /= 2;
      return tryFrom(sizeBefore, throughputBefore);
    }
    trying = false;
    up = !up;
    rest = settings.backOff();
    return sizeBefore;
  }
}
