package haboob;

import haboob.cache.StaticConfig;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import seda.kernel.Limit;
import seda.netio.http.AllowedHosts;
import seda.netio.http.HttpConfig;

/**
 * Configuration of {@link Haboob}.
 *
 * @param pages files and their cache
 * @param http connections and requests
 * @param hosts host names of the server, besides those of the pages and those that are always
 *     allowed; requests for others are refused, see {@link AllowedHosts}
 * @param processors threads that serve connections; usually one per core
 * @param maxFileThreads maximum number of threads that wait for the disk
 * @param statusPath address of the status page, with a leading slash; empty for none
 * @param bottleneck the bottleneck page
 */
public record HaboobConfig(
    StaticConfig pages,
    HttpConfig http,
    Set<String> hosts,
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
    hosts = Set.copyOf(hosts);
    allowedHosts(pages, hosts);
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
        Set.of(),
        Runtime.getRuntime().availableProcessors(),
        20,
        "",
        BottleneckConfig.at(""));
  }

  /** Returns a copy with other limits of connections and requests. */
  public HaboobConfig withHttp(HttpConfig other) {
    return new HaboobConfig(
        pages, other, hosts, processors, maxFileThreads, statusPath, bottleneck);
  }

  /** Returns a copy with other host names. */
  public HaboobConfig withHosts(Set<String> names) {
    return new HaboobConfig(pages, http, names, processors, maxFileThreads, statusPath, bottleneck);
  }

  /** The host names under which the server answers. */
  AllowedHosts allowedHosts() {
    return allowedHosts(pages, hosts);
  }

  private static AllowedHosts allowedHosts(StaticConfig pages, Set<String> hosts) {
    Set<String> names = new TreeSet<>(hosts);
    names.addAll(pages.hosts().keySet());
    return AllowedHosts.of(
            names, "haboob.hosts", "Its operator can allow the name: --name or --host-root.")
        .withLocalNames();
  }

  /** Returns a copy with {@code count} processors. */
  public HaboobConfig withProcessors(int count) {
    return new HaboobConfig(pages, http, hosts, count, maxFileThreads, statusPath, bottleneck);
  }

  /** Returns a copy with a status page. */
  public HaboobConfig withStatusPath(String path) {
    return new HaboobConfig(pages, http, hosts, processors, maxFileThreads, path, bottleneck);
  }

  /** Returns a copy with a bottleneck page. */
  public HaboobConfig withBottleneck(BottleneckConfig other) {
    return new HaboobConfig(pages, http, hosts, processors, maxFileThreads, statusPath, other);
  }
}
