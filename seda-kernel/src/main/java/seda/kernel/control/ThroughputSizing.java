package seda.kernel.control;

import seda.kernel.PoolObservation;

/**
 * Sizes a pool by what a thread gains. With throughput x at n threads, in an interval in which work
 * waited and all threads were busy:
 *
 * <ul>
 *   <li><b>Trial.</b> Add max(1, n/4) threads, giving n′, and measure x′ over the next interval.
 *   <li><b>Kept</b> if x′/x − 1 ≥ {@code efficiency} · (n′/n − 1), that is, if the added threads
 *       bring at least that part of what threads bring that don't hinder each other. Then comes the
 *       next trial.
 *   <li><b>Taken back</b> otherwise; the next trial comes after {@code backOff} intervals, then
 *       after twice as many, up to 64 times: what the backend can use may have changed.
 *   <li><b>Shrinking.</b> By Little's law n = λ·L threads are busy on average. If less than {@code
 *       utilisation} of the threads were busy and little waits, half of the surplus over n /
 *       utilisation leaves; so a pool shrinks under steady light load as well.
 * </ul>
 *
 * An interval with fewer than {@code minCompletions} is joined to the next, for its throughput is
 * mostly noise.
 */
public final class ThroughputSizing implements PoolSizing {
  private static final int MAX_BACK_OFF = 64;
  private static final double SATURATED = 0.9;

  private final Settings settings;

  private long completed;
  private long nanos;
  private double busyNanos;

  private int before;
  private double rateBefore;
  private int wait;
  private int backOff;

  /**
   * What can be set.
   *
   * @param efficiency part of a linear gain for which a thread is worth having
   * @param utilisation part of the threads that should be busy
   * @param minCompletions events in an interval that say enough
   * @param backOff intervals until the next trial, after one that failed
   */
  public record Settings(double efficiency, double utilisation, int minCompletions, int backOff) {
    /** A third of a linear gain, 80 %, 30 events, 4 intervals. */
    public static final Settings DEFAULT = new Settings(0.33, 0.8, 30, 4);
  }

  /** A controller for one pool. */
  public ThroughputSizing(Settings settings) {
    this.settings = settings;
    this.backOff = settings.backOff();
  }

  @Override
  public int next(PoolObservation o) {
    completed += o.completed();
    nanos += o.intervalNanos();
    busyNanos += o.meanBusy() * o.intervalNanos();
    int threads = o.threads();
    double busy = busyNanos / nanos;
    boolean idle = completed == 0 && o.queued() == 0 && busy == 0;
    if (completed < settings.minCompletions() && !idle && before == 0) {
      boolean stuck = o.queued() > 0 && busy >= SATURATED * threads;
      if (stuck || o.queued() == 0) {
        return stuck ? threads : shrink(o, threads, busy);
      }
    }
    double rate = completed * 1e9 / nanos;
    startInterval();
    if (before != 0) {
      return judgeTrial(threads, rate);
    }
    if (o.queued() > 0 && busy >= SATURATED * threads) {
      return tryMore(threads, rate);
    }
    return shrink(o, threads, busy);
  }

  private void startInterval() {
    completed = 0;
    nanos = 0;
    busyNanos = 0;
  }

  private int tryMore(int threads, double rate) {
    if (wait > 0) {
      wait--;
      return threads;
    }
    before = threads;
    rateBefore = rate;
    return threads + Math.max(1, threads / 4);
  }

  private int judgeTrial(int threads, double rate) {
    int from = before;
    before = 0;
    double linear = (double) threads / from - 1;
    if (threads > from && rate / rateBefore - 1 >= settings.efficiency() * linear) {
      backOff = settings.backOff();
      return threads;
    }
    wait = backOff;
    backOff = Math.min(2 * backOff, MAX_BACK_OFF * settings.backOff());
    return from;
  }

  private int shrink(PoolObservation o, int threads, double busy) {
    int needed = Math.max(1, (int) Math.ceil(busy / settings.utilisation()));
    if (needed < threads && o.queued() <= threads) {
      startInterval();
      backOff = settings.backOff();
      wait = 0;
      return threads - Math.max(1, (threads - needed) / 2);
    }
    return threads;
  }
}
