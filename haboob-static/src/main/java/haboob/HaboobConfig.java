package haboob;

import haboob.cache.StaticConfig;
import java.util.Objects;
import seda.netio.Limit;
import seda.netio.http.HttpConfig;

/**
 * Configuration of {@link Haboob}.
 *
 * @param pages files and their cache
 * @param http connections and requests
 * @param processors threads that serve connections; usually one per core
 * @param maxFileThreads maximum number of threads that wait for the disk
 * @param statusPath address of the status page, with a leading slash; empty for none
 * @param bottleneck the bottleneck page
 */
public record HaboobConfig(
    StaticConfig pages,
    HttpConfig http,
    int processors,
    int maxFileThreads,
    String statusPath,
    BottleneckConfig bottleneck) {

  /**
   * Validates the values.
   *
   * @throws IllegalArgumentException with the key, the value and what is allowed
   */
  public HaboobConfig {
    Objects.requireNonNull(pages, "pages");
    Objects.requireNonNull(http, "http");
    Objects.requireNonNull(bottleneck, "bottleneck");
    Limit.atLeast("haboob.processors", processors, 1);
    Limit.atLeast("haboob.max-file-threads", maxFileThreads, 1);
    requirePath("haboob.status-path", statusPath);
    requirePath("bottleneck.path", bottleneck.path());
  }

  private static void requirePath(String key, String path) {
    if (!path.isEmpty() && !path.startsWith("/")) {
      throw new IllegalArgumentException(key + " = " + path + ", must begin with a slash");
    }
  }

  /** One processor per core, at most 20 file threads, no status page and no bottleneck page. */
  public static HaboobConfig of(StaticConfig pages) {
    return new HaboobConfig(
        pages,
        HttpConfig.defaults().withServerName("Haboob"),
        Runtime.getRuntime().availableProcessors(),
        20,
        "",
        BottleneckConfig.at(""));
  }

  /** Returns a copy with other limits of connections and requests. */
  public HaboobConfig withHttp(HttpConfig other) {
    return new HaboobConfig(pages, other, processors, maxFileThreads, statusPath, bottleneck);
  }

  /** Returns a copy with {@code count} processors. */
  public HaboobConfig withProcessors(int count) {
    return new HaboobConfig(pages, http, count, maxFileThreads, statusPath, bottleneck);
  }

  /** Returns a copy with a status page. */
  public HaboobConfig withStatusPath(String path) {
    return new HaboobConfig(pages, http, processors, maxFileThreads, path, bottleneck);
  }

  /** Returns a copy with a bottleneck page. */
  public HaboobConfig withBottleneck(BottleneckConfig other) {
    return new HaboobConfig(pages, http, processors, maxFileThreads, statusPath, other);
  }
}
