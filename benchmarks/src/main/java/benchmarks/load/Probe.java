package benchmarks.load;

import benchmarks.load.CpuMeter.Cpu;
import java.io.IOException;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/** Sends requests of one kind, one after the other. Preparations are not measured. */
public interface Probe {

  /** Prepares requests; returns their number, from 1 to {@code wanted}. */
  default int ready(int wanted) throws IOException {
    return wanted;
  }

  /** Sends a request, numbered since the preparation. */
  void request(int index) throws IOException;

  /** Undoes the changes of the requests. */
  default void restore() throws IOException {}

  /** Measures requests and their CPU time, within a time limit. */
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
