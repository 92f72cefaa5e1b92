package seda.kernel.control;

import seda.kernel.PoolObservation;

/**
 * Sizes a pool by what its threads gain; the default.
 *
 * <p><b>While work waits and the threads are busy</b> it tries another size, from n to n·(1 + step)
 * or n / (1 + step), and measures the throughput x of both. Of the two sizes, the greater one is
 * better if
 *
 * <pre>
 *   x_greater / x_less − 1  ≥  efficiency · (n_greater / n_less − 1)
 * </pre>
 *
 * that is, if its threads bring at least that part of what threads bring that don't hinder each
 * other. If the size tried is the better one, the search goes on from there; if not, it goes back,
 * and halves its step: from doubling, with which it follows a burst, to a quarter. From then on it
 * tries a greater and a lesser size in turn, and rests in between, for what the backend can use may
 * change.
 *
 * <p><b>Otherwise</b> it needs the threads that are busy, by Little's law λ·L of them, and some
 * idle ones, so that busy / utilisation are enough. The rest leave, under steady light load as
 * well; then the next search starts anew.
 *
 * <p>The throughput of N completions is uncertain by cv/√N, so a measurement takes more of them for
 * a smaller step: {@code minCompletions} / step². It also lasts some service times, for what began
 * before it began blurs it.
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

  /**
   * What can be set.
   *
   * @param efficiency part of a linear gain for which threads are worth having
   * @param utilisation part of the threads that should be busy; from it on, they count as busy
   * @param minCompletions that judge a doubling
   * @param backOff measurements from one trial to the next, once the step is smallest
   */
  public record Settings(double efficiency, double utilisation, int minCompletions, int backOff) {
    /** Half of a linear gain, 80 %, 16 completions, 4 measurements. */
    public static final Settings DEFAULT = new Settings(0.5, 0.8, 16, 4);

    /** Checks the values. */
    public Settings {
      if (!(efficiency > 0 && efficiency < 1)
          || !(utilisation > 0 && utilisation < 1)
          || minCompletions < 1
          || backOff < 0) {
        throw new IllegalArgumentException(
            "efficiency and utilisation are between 0 and 1, min-completions at least 1, back-off not"
                + " negative: efficiency = "
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

  /** A controller for one pool. */
  public ThroughputSizing(Settings settings) {
    this.settings = settings;
  }

  @Override
  public int next(PoolObservation o) {
    busy = Math.max(o.meanBusy(), busy + SMOOTHING * (o.meanBusy() - busy)); // rises at once
    boolean saturated = o.queued() > 0 && o.meanBusy() >= settings.utilisation() * o.threads();
    return saturated ? search(o) : fit(o);
  }

  private int fit(PoolObservation o) {
    startMeasurement();
    trying = false;
    int needed = Math.max(1, (int) Math.ceil(busy / settings.utilisation()));
    if (needed >= o.threads() || o.queued() > o.threads()) {
      return o.threads();
    }
    step = 1;
    up = true;
    rest = 0;
    return needed;
  }

  private int search(PoolObservation o) {
    completed += o.completed();
    nanos += o.intervalNanos();
    if (completed < enough(o.threads())) {
      return o.threads();
    }
    double throughput = completed * 1e9 / nanos;
    startMeasurement();
    if (trying && !isBetter(o.threads(), throughput)) {
      return goBack();
    }
    if (!trying && rest > 0) {
      rest--;
      return o.threads();
    }
    return tryFrom(o.threads(), throughput);
  }

  private double enough(int threads) {
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

  /** Whether the size tried is; not so if the pool's bounds did not let it try. */
  private boolean isBetter(int threads, double throughput) {
    boolean greater = threads > sizeBefore;
    double linear = (double) threads / sizeBefore;
    double gain = throughput / throughputBefore;
    boolean greaterIsBetter =
        (greater ? gain : 1 / gain) - 1
            >= settings.efficiency() * ((greater ? linear : 1 / linear) - 1);
    return threads != sizeBefore && greater == greaterIsBetter;
  }

  private int goBack() {
    trying = false;
    if (step > SMALLEST_STEP) {
      step /= 2;
    } else {
      up = !up;
      rest = settings.backOff();
    }
    return sizeBefore;
  }
}
