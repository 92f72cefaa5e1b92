package seda.fileio;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import seda.kernel.Clock;

/** Cache of the real paths of directories below a root. Thread-safe. */
final class RealDirectories {
  /** Size at which the cache is cleared. */
  private static final int MAX_KNOWN = 4096;

  /**
   * A directory below the root.
   *
   * @param real its real path
   * @param root real path of the root
   * @param sinceNanos time of the resolution
   */
  record Known(Path real, Path root, long sinceNanos) {}

  private final ConcurrentHashMap<Path, Known> byPath = new ConcurrentHashMap<>();
  private final long timeNanos;
  private final Clock clock;

  RealDirectories(Duration time, Clock clock) {
    this.timeNanos = time.toNanos();
    this.clock = clock;
  }

  /** Returns the cached directory, or null if it is missing or outdated. */
  Known find(Path directory) {
    Known known = directory == null ? null : byPath.get(directory);
    return known != null && clock.nanos() - known.sinceNanos() < timeNanos ? known : null;
  }

  /** Resolves a directory and caches it if it is below the root. Blocks on the disk. */
  void note(Path root, Path directory) throws IOException {
    if (directory == null || timeNanos == 0) {
      return;
    }
    long now = clock.nanos();
    Path realRoot = root.toRealPath();
    Path real = directory.toRealPath();
    if (real.startsWith(realRoot)) {
      if (byPath.size() >= MAX_KNOWN) {
        byPath.clear();
      }
      byPath.put(directory, new Known(real, realRoot, now));
    }
  }
}
