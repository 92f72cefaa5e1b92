package benchmarks.load;

import benchmarks.load.CpuMeter.Cpu;
import benchmarks.report.Figures;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/** Requests of one kind: CPU time, wall time with pauses, and response times in ns. */
public record Sample(Cpu cpu, Duration wall, Histogram times) {
  /** The histograms' upper bound. */
  private static final Duration LONGEST = Duration.ofMinutes(2);

  /** A sample without requests. */
  public static Sample empty() {
    return new Sample(Cpu.NONE, Duration.ZERO, histogram());
  }

  /** A histogram of response times in nanoseconds: three digits, up to two minutes. */
  public static Histogram histogram() {
    return new Histogram(LONGEST.toNanos(), 3);
  }

  /** Records the time since {@code start}, a {@link System#nanoTime}. */
  public static void record(Histogram times, long start) {
    times.recordValue(Math.min(System.nanoTime() - start, LONGEST.toNanos()));
  }

  /** Records a response time in milliseconds. */
  public static void recordMillis(Histogram times, double millis) {
    times.recordValue(Math.min((long) (millis * 1e6), LONGEST.toNanos()));
  }

  /** The sum of both. */
  public Sample plus(Sample other) {
    Histogram sum = times.copy();
    sum.add(other.times);
    return new Sample(cpu.plus(other.cpu), wall.plus(other.wall), sum);
  }

  /** The number of requests. */
  public long requests() {
    return times.getTotalCount();
  }

  /** A CPU time in microseconds a request. */
  public double microsEach(Duration cpuTime) {
    return cpuTime.toNanos() / 1e3 / Math.max(1, requests());
  }

  /** Requests a second. */
  public double perSecond() {
    return requests() / Math.max(wall.toNanos() / 1e9, 1e-9);
  }

  /** A percentile of the response times in milliseconds. */
  public double millis(double percentile) {
    return Figures.millis(times, percentile);
  }
}
