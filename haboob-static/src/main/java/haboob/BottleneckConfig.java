package haboob;

import java.time.Duration;
import java.util.Objects;
import seda.kernel.Limit;

/**
 * The bottleneck page [SOSP 2001, §5.1.4]: a dynamic page with a fixed computing time, to study the
 * server under overload.
 *
 * @param path address of the page, with a leading slash; empty for none
 * @param work CPU time per page at full quality
 * @param target 90th percentile of the response time; held by doing less work per page and by
 *     refusing requests
 * @param threads threads that make pages
 */
public record BottleneckConfig(String path, Duration work, Duration target, int threads) {

  /**
   * Validates the values.
   *
   * @throws IllegalArgumentException with the key, the value and what is allowed
   */
  public BottleneckConfig {
    Objects.requireNonNull(path, "path");
    Limit.positive("bottleneck.work", work);
    Limit.positive("bottleneck.target", target);
    Limit.atLeast("bottleneck.threads", threads, 1);
  }

  /** Returns the paper's values: 40 ms, a target of 5 s; one thread per core. */
  public static BottleneckConfig at(String path) {
    return new BottleneckConfig(
        path,
        Duration.ofMillis(40),
        Duration.ofSeconds(5),
        Runtime.getRuntime().availableProcessors());
  }

  /** Returns a copy with another target. */
  public BottleneckConfig withTarget(Duration time) {
    return new BottleneckConfig(path, work, time, threads);
  }

  boolean isOn() {
    return !path.isEmpty();
  }
}
