package db.migrations;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Memory and redo log of an embedded server, and its write settings.
 *
 * <p>Commits are durable on return: the redo log is flushed at each commit, and the doublewrite
 * buffer repairs pages torn by a power failure. The other options are for solid-state disks:
 * neighbours of a dirty page are not flushed, and pages are written early enough that commits do
 * not wait for room in the redo log.
 *
 * @param bufferPoolBytes memory of the page cache
 * @param redoLogBytes size of the redo log, allocated on disk at once
 */
public record ServerMemory(long bufferPoolBytes, long redoLogBytes) {
  private static final long MIB = 1L << 20;
  private static final long GIB = 1L << 30;

  /** For tests and trials: 64 MiB, and a redo log of 32 MiB. */
  public static final ServerMemory SMALL = new ServerMemory(64 * MIB, 32 * MIB);

  private static final long LEAST_POOL = 8 * MIB;
  private static final long LEAST_LOG = 8 * MIB;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException with the key, the value and what is allowed
   */
  public ServerMemory {
    atLeast("buffer-pool", bufferPoolBytes, LEAST_POOL);
    atLeast("redo-log", redoLogBytes, LEAST_LOG);
  }

  private static void atLeast(String key, long value, long least) {
    if (value < least) {
      throw new IllegalArgumentException(
          "embedded." + key + " = " + value + ", must be at least " + least);
    }
  }

  /** Returns an eighth of the machine's or container's memory, from 64 MiB to 4 GiB. */
  public static long poolForThisMachine() {
    return poolFor(
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize());
  }

  static long poolFor(long memory) {
    return Math.min(4 * GIB, Math.max(64 * MIB, memory / 8));
  }

  /**
   * Returns a quarter of the cache, from 64 to 512 MiB. A smaller log makes a bulk import write hot
   * pages repeatedly; a larger log makes recovery slow.
   */
  public static long redoLogFor(long bufferPoolBytes) {
    return Math.min(512 * MIB, Math.max(64 * MIB, bufferPoolBytes / 4));
  }

  /** The server's command-line options. */
  List<String> options() {
    return List.of(
        "--innodb-buffer-pool-size=" + bufferPoolBytes,
        "--innodb-log-file-size=" + redoLogBytes,
        "--innodb-flush-log-at-trx-commit=1",
        "--innodb-doublewrite=ON",
        "--innodb-flush-neighbors=0",
        "--innodb-io-capacity=1000",
        "--innodb-io-capacity-max=4000",
        "--innodb-undo-log-truncate=ON",
        // Caches of other storage engines can be small: only system tables use them.
        "--aria-pagecache-buffer-size=8M",
        "--key-buffer-size=1M",
        "--query-cache-size=0");
  }
}
