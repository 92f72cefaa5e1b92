package haboob;

import haboob.cache.StaticConfig;
import java.util.Objects;
import seda.netio.Limit;
import seda.netio.http.HttpConfig;

/**
 * What can be set for {@link Haboob}.
 *
 * @param pages files and their cache
 * @param http connections and requests
 * @param processors threads that serve connections; one for each core is meant
 * @param maxFileThreads most threads that wait for the disk
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
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the key, the value and what is allowed
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

  /** One processor a core, at most 20 threads for files, neither status nor bottleneck page. */
  public static HaboobConfig of(StaticConfig pages) {
    return new HaboobConfig(
        pages,
        HttpConfig.defaults().withServerName("Haboob"),
        Runtime.getRuntime().availableProcessors(),
        20,
        "",
        BottleneckConfig.at(""));
  }

  /** The same with other connections and requests. */
  public HaboobConfig withHttp(HttpConfig other) {
    return new HaboobConfig(pages, other, processors, maxFileThreads, statusPath, bottleneck);
  }

  /** The same with so many processors. */
  public HaboobConfig withProcessors(int count) {
    return new HaboobConfig(pages, http, count, maxFileThreads, statusPath, bottleneck);
  }

  /** The same with a status page. */
  public HaboobConfig withStatusPath(String path) {
    return new HaboobConfig(pages, http, processors, maxFileThreads, path, bottleneck);
  }

  /** The same with a bottleneck page. */
  public HaboobConfig withBottleneck(BottleneckConfig other) {
    return new HaboobConfig(pages, http, processors, maxFileThreads, statusPath, other);
  }
}
