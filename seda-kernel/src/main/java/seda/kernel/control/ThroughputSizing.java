package seda.kernel.control;

import seda.kernel.PoolObservation;

/**
 * Sizes a pool by what its threads gain; the default.
 *
 * <p><b>Under overload</b>, when at least as many events wait as there are threads, and those are
 * busy, it tries another size, from n to n·(1 + step) or n / (1 + step), and measures the
 * throughput x of both. Of the two sizes, the greater one is better if
 *
 * <pre>
 *   x_greater / x_less − 1  ≥  efficiency · (n_greater / n_less − 1)
 * </pre>
 *
 * that is, if its threads bring at least that part of what threads bring that don't hinder each
 * other. If the size tried is the better one, the search goes on from there; if not, it halves its
 * step: from doubling, with which it follows a burst, to a quarter. Then it goes back; from now on
 * it tries a lesser and a greater size in turn, and rests in between, for what the backend can use
 * may change.
 *
 * <p><b>Otherwise</b> the throughput is that of the arrivals and says nothing. Busy are, by
 * Little's law, n = λ·L threads; the pool gets n / utilisation and a spare one, so that few events
 * wait. So it shrinks under steady light load as well; but it grows no further than to the size
 * beyond which the last search found nothing better. When it has shrunk, the next search starts
 * anew.
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
  private int enough = Integer.MAX_VALUE; // beyond it nothing better was found

  /**
   * What can be set.
   *
   * @param efficiency part of a linear gain for which threads are worth having
   * @param utilisation part of the threads that should be busy; from it on, they count as busy
   * @param minCompletions that judge a doubling
   * @param backOff measurements from one trial to the next, once the step is smallest
   */
  public record Settings(double efficiency, double utilisation, int minCompletions, int backOff) {
    /** A quarter of a linear gain, 80 %, 16 completions, 4 measurements. */
    public static final Settings DEFAULT = new Settings(0.25, 0.8, 16, 4);

    /** Checks the values. */
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

  /** A controller for one pool. */
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

  /** Whether the size tried is; not so if the pool's bounds did not let it try. */
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
