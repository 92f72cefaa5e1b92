package benchmarks.threads;

import benchmarks.load.ServiceKind;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The kinds of service with a virtual thread per request, for {@link
 * benchmarks.load.Product#restart}.
 *
 * @param java home of a JDK of 21 or newer, see {@link #java(Path)}
 * @param connections size of the connection pool to the database
 */
public record ThreadService(Path java, int connections) {
  /** Reason for leaving out these services. */
  public static final String NO_JAVA =
      "virtual threads need a JDK of 21 or newer: set NEWER_JAVA_HOME or JAVA_HOME to one";

  private static final int VIRTUAL_SINCE = 21;

  /** Every request is served at once. */
  public ServiceKind unlimited() {
    return kind(List.of());
  }

  /**
   * Requests beyond a concurrency limit are refused by 503 with {@code Retry-After}.
   *
   * @param timeout an answer that takes longer lowers the limit
   */
  public ServiceKind limited(Duration timeout) {
    return kind(List.of("--limit-timeout", "" + timeout.toMillis()));
  }

  private ServiceKind kind(List<String> limit) {
    List<String> arguments = new ArrayList<>(List.of("--connections", "" + connections));
    arguments.addAll(limit);
    return new ServiceKind(java, ThreadServer.class.getName(), arguments);
  }

  /**
   * Finds a JDK with virtual threads: the given one, that of {@code NEWER_JAVA_HOME}, of this
   * process, or of {@code JAVA_HOME}; the first that is new enough.
   *
   * @param given home of a JDK, or null
   */
  public static Optional<Path> java(Path given) {
    return Stream.of(
            Optional.ofNullable(given),
            environment("NEWER_JAVA_HOME"),
            Optional.of(Path.of(System.getProperty("java.home"))),
            environment("JAVA_HOME"))
        .flatMap(Optional::stream)
        .filter(home -> version(home) >= VIRTUAL_SINCE)
        .findFirst();
  }

  private static Optional<Path> environment(String name) {
    String home = System.getenv(name);
    return home == null || home.isEmpty() ? Optional.empty() : Optional.of(Path.of(home));
  }

  /** Major version of a JDK, from its file {@code release}; 0 if it is none. */
  static int version(Path home) {
    Properties release = new Properties();
    try {
      release.load(new StringReader(Files.readString(home.resolve("release"))));
      String version = release.getProperty("JAVA_VERSION", "0").replace("\"", "");
      return Runtime.Version.parse(version).feature();
    } catch (IOException | IllegalArgumentException e) {
      return 0;
    }
  }
}
