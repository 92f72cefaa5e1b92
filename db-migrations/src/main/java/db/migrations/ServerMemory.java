package db.migrations;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * How much memory and log an embedded server has, and how it writes.
 *
 * <p>A commit is on disk when it returns: the redo log is flushed at each commit, and pages are
 * written twice, so that a write which a power failure tears can be repaired. The other options are
 * for solid-state disks: neighbours of a dirty page are not flushed with it, and pages are written
 * early enough that a commit does not wait until the redo log has room.
 *
 * @param bufferPoolBytes memory in which the server caches pages
 * @param redoLogBytes of the redo log, all of which the server allocates on disk
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
   * @throws IllegalArgumentException naming the key, the value and what is allowed
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

  /** An eighth of the memory that this machine or its container has, from 64 MiB to 4 GiB. */
  public static long poolForThisMachine() {
    return poolFor(
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize());
  }

  static long poolFor(long memory) {
    return Math.min(4 * GIB, Math.max(64 * MIB, memory / 8));
  }

  /**
   * A quarter of the cache, from 64 to 512 MiB. With less, pages that a bulk import changes again
   * and again are written again and again; with more, a recovery takes long.
   */
  public static long redoLogFor(long bufferPoolBytes) {
    return Math.min(512 * MIB, Math.max(64 * MIB, bufferPoolBytes / 4));
  }

  /** What the server is started with. */
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
        // For tables of other kinds than ours: the system's own are small.
        "--aria-pagecache-buffer-size=8M",
        "--key-buffer-size=1M",
        "--query-cache-size=0");
  }
}
