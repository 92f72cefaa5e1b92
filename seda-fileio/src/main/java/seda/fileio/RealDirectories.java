package seda.fileio;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import seda.kernel.Clock;

/** Where directories below a root really are, as it was found lately. Any thread. */
final class RealDirectories {
  /** Beyond this many all are forgotten, and found again when they are asked for. */
  private static final int MAX_KNOWN = 4096;

  /**
   * A directory, which was below the root.
   *
   * @param real its real path
   * @param root the root's real path
   * @param sinceNanos when that was found
   */
  record Known(Path real, Path root, long sinceNanos) {}

  private final ConcurrentHashMap<Path, Known> byPath = new ConcurrentHashMap<>();
  private final long timeNanos;
  private final Clock clock;

  RealDirectories(Duration time, Clock clock) {
    this.timeNanos = time.toNanos();
    this.clock = clock;
  }

  /** What is known of a directory, if that is not too old; else null. */
  Known find(Path directory) {
    Known known = directory == null ? null : byPath.get(directory);
    return known != null && clock.nanos() - known.sinceNanos() < timeNanos ? known : null;
  }

  /** Looks where a directory is; notes it if it is below the root. Blocks on the disk. */
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
