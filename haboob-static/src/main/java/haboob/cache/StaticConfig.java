package haboob.cache;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import seda.netio.Limit;

/**
 * What can be set for {@link StaticPages}.
 *
 * @param name what the names of the stages begin with, so that a graph may have several
 * @param root directory of the files; of any file system, that of a jar too
 * @param hosts directories of further hosts, by their names; others get the root. All share the
 *     limits.
 * @param welcomeFile served for a directory; empty to serve none
 * @param maxAge how long others may keep a page without asking ({@code Cache-Control: max-age}); an
 *     address that carries the page's version may be kept for good
 * @param revalidateAfter how long a page in memory is given without a look at the disk; zero to
 *     look each time
 * @param limits sizes
 */
public record StaticConfig(
    String name,
    Path root,
    Map<String, Path> hosts,
    String welcomeFile,
    Duration maxAge,
    Duration revalidateAfter,
    StaticLimits limits) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the key, the value and what is allowed
   */
  public StaticConfig {
    Objects.requireNonNull(root, "root");
    Objects.requireNonNull(limits, "limits");
    hosts = Map.copyOf(hosts);
    if (name.isBlank()) {
      throw new IllegalArgumentException("static.name must not be blank");
    }
    if (!welcomeFile.isEmpty() && PagePath.key(welcomeFile, "") == null) {
      throw new IllegalArgumentException(
          "static.welcome-file = "
              + welcomeFile
              + ", must be the name of a file that is not hidden");
    }
    Limit.atLeast("static.max-age", maxAge.toSeconds(), 0);
    Limit.atLeast("static.revalidate-after", revalidateAfter.toNanos(), 0);
  }

  /** {@code index.html} for directories, a minute for others, a look at the disk each second. */
  public static StaticConfig of(Path root) {
    return new StaticConfig(
        "static",
        root,
        Map.of(),
        "index.html",
        Duration.ofMinutes(1),
        Duration.ofSeconds(1),
        StaticLimits.defaults());
  }

  /** The same under another name. */
  public StaticConfig withName(String newName) {
    return new StaticConfig(newName, root, hosts, welcomeFile, maxAge, revalidateAfter, limits);
  }

  /** The same with directories of further hosts. */
  public StaticConfig withHosts(Map<String, Path> roots) {
    return new StaticConfig(name, root, roots, welcomeFile, maxAge, revalidateAfter, limits);
  }

  /** The same with another file for directories. */
  public StaticConfig withWelcomeFile(String file) {
    return new StaticConfig(name, root, hosts, file, maxAge, revalidateAfter, limits);
  }

  /** The same with another age for others. */
  public StaticConfig withMaxAge(Duration age) {
    return new StaticConfig(name, root, hosts, welcomeFile, age, revalidateAfter, limits);
  }

  /** The same with another time between looks at the disk. */
  public StaticConfig withRevalidateAfter(Duration time) {
    return new StaticConfig(name, root, hosts, welcomeFile, maxAge, time, limits);
  }

  /** The same with other sizes. */
  public StaticConfig withLimits(StaticLimits newLimits) {
    return new StaticConfig(name, root, hosts, welcomeFile, maxAge, revalidateAfter, newLimits);
  }
}
