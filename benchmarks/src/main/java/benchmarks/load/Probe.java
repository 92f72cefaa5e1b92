package benchmarks.load;

import benchmarks.load.CpuMeter.Cpu;
import java.io.IOException;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/** Makes requests of one kind, one after the other. Preparations aren't measured. */
public interface Probe {

  /** Prepares for some requests; returns how many of them, at least one, can be made now. */
  default int ready(int wanted) throws IOException {
    return wanted;
  }

  /** Makes the request with this number since the preparation. */
  void request(int index) throws IOException;

  /** Undoes the requests' changes. */
  default void restore() throws IOException {}

  /** Makes requests, for at most a time, and measures them with their CPU time. */
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
