package haboob;

import java.time.Duration;
import java.util.Objects;
import seda.netio.Limit;

/**
 * The bottleneck page [SOSP 2001, §5.1.4]: a dynamic page that takes a fixed time of computing, to
 * see what the server does under more load than it can bear.
 *
 * @param path address of the page, with a leading slash; empty for none
 * @param work CPU time that a page takes at full quality
 * @param target 90th percentile of the response time that is held, by doing less work for each page
 *     and by refusing requests
 * @param threads that make pages
 */
public record BottleneckConfig(String path, Duration work, Duration target, int threads) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the key, the value and what is allowed
   */
  public BottleneckConfig {
    Objects.requireNonNull(path, "path");
    Limit.positive("bottleneck.work", work);
    Limit.positive("bottleneck.target", target);
    Limit.atLeast("bottleneck.threads", threads, 1);
  }

  /** That of the paper: 40 ms, a target of 5 s; on as many threads as there are cores. */
  public static BottleneckConfig at(String path) {
    return new BottleneckConfig(
        path,
        Duration.ofMillis(40),
        Duration.ofSeconds(5),
        Runtime.getRuntime().availableProcessors());
  }

  /** The same with another target. */
  public BottleneckConfig withTarget(Duration time) {
    return new BottleneckConfig(path, work, time, threads);
  }

  boolean isOn() {
    return !path.isEmpty();
  }
}
