package haboob.cache;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import seda.kernel.Limit;

/**
 * Configuration of {@link StaticPages}.
 *
 * @param name prefix of the stages' names, so a graph may have several
 * @param root directory of the files; on any file system, including a jar's
 * @param hosts directories of further hosts, by name; other hosts get the root. All share the
 *     limits.
 * @param welcomeFile file served for a directory; empty for none
 * @param maxAge how long clients may cache a page without revalidation ({@code Cache-Control:
 *     max-age}); an address with the page's version is cached permanently
 * @param revalidateAfter age at which a page in memory is checked against the disk; zero for each
 *     request
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
   * Validates the values.
   *
   * @throws IllegalArgumentException with the key, the value and what is allowed
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

  /**
   * {@code index.html} for directories, a maximum age of one minute, a check of the disk each
   * second.
   */
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

  /** Returns a copy with another name. */
  public StaticConfig withName(String newName) {
    return new StaticConfig(newName, root, hosts, welcomeFile, maxAge, revalidateAfter, limits);
  }

  /** Returns a copy with directories of further hosts. */
  public StaticConfig withHosts(Map<String, Path> roots) {
    return new StaticConfig(name, root, roots, welcomeFile, maxAge, revalidateAfter, limits);
  }

  /** Returns a copy with another welcome file. */
  public StaticConfig withWelcomeFile(String file) {
    return new StaticConfig(name, root, hosts, file, maxAge, revalidateAfter, limits);
  }

  /** Returns a copy with another interval of revalidation. */
  public StaticConfig withRevalidateAfter(Duration time) {
    return new StaticConfig(name, root, hosts, welcomeFile, maxAge, time, limits);
  }

  /** Returns a copy with other sizes. */
  public StaticConfig withLimits(StaticLimits newLimits) {
    return new StaticConfig(name, root, hosts, welcomeFile, maxAge, revalidateAfter, newLimits);
  }
}
