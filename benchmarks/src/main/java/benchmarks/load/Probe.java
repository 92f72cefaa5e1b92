package benchmarks.load;

import benchmarks.load.CpuMeter.Cpu;
import java.io.IOException;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/** Makes requests of one kind, one after the other. What readies them isn't measured. */
public interface Probe {

  /**
   * Gets ready.
   *
   * @param wanted how many requests are to come
   * @return how many of them can be made before it must get ready again; at least one
   */
  int ready(int wanted) throws IOException;

  /** Makes a request: number {@code index} since it got ready. */
  void request(int index) throws IOException;

  /** Undoes what the requests have changed. */
  default void restore() throws IOException {}

  /**
   * Makes requests and measures them, CPU time included.
   *
   * @param atMost stops after this time even if there were fewer requests
   */
  default Sample measure(int requests, Duration atMost, CpuMeter meter) throws IOException {
    long started = System.nanoTime();
    Sample sample = Sample.empty();
    while (sample.requests() < requests && System.nanoTime() - started < atMost.toNanos()) {
      int count = Math.min(ready(requests - (int) sample.requests()), requests);
      Histogram times = Sample.histogram();
      Cpu before = meter.read();
      long start = System.nanoTime();
      for (int i = 0; i < count; i++) {
        long asked = System.nanoTime();
        request(i);
        Sample.record(times, asked);
      }
      Duration wall = Duration.ofNanos(System.nanoTime() - start);
      sample = sample.plus(new Sample(meter.read().since(before), wall, times));
      restore();
    }
    return sample;
  }
}
