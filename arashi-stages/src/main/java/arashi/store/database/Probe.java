package arashi.store.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Asks a database whether it serves: each outage by a statement that meets it.
 *
 * <ol>
 *   <li>{@code SELECT 1} meets a server that is gone or frozen.
 *   <li>An UPDATE that matches no row meets one that is read-only, which refuses it before it looks
 *       for rows, and one whose writes wait for the lock of a backup. It changes nothing and needs
 *       no space, so it can be sent every second.
 *   <li>A mail's worth of raw mail, committed and deleted again, meets a full disk. A small row
 *       would not: InnoDB puts it into a page that the file has already, and into a redo log of
 *       fixed size; only a large value makes the file grow. It must be committed, because MySQL
 *       writes its binary log then, and waits there for space. It is stored as a blob that nothing
 *       links: if the probe ends in between, housekeeping removes it.
 * </ol>
 *
 * Blocks until the answer, for at most the network time-out of the connection a statement.
 */
final class Probe {
  private static final int LOCK_WAIT_TIMEOUT = 1205;

  /** InnoDB extends a file of this size or more by 4 MiB; two chunks need a new extent. */
  private static final int CHUNKS = 2;

  private static final int CHUNK = 1 << 20;

  /** A blob is named by a SHA-256. */
  private static final int KEY_BYTES = 32;

  private final RandomGenerator random;

  /** A probe whose blobs are named and filled by {@code random}, used by one thread at a time. */
  Probe(RandomGenerator random) {
    this.random = random;
  }

  /**
   * What a probe found.
   *
   * @param outage what is wrong
   * @param cause what the driver said
   */
  record Finding(Outage outage, SQLException cause) {}

  /** What is wrong with the server behind a connection; empty if nothing is. */
  Optional<Finding> examine(Connection c, boolean needsRoom) {
    try {
      execute(c, "SELECT 1");
    } catch (SQLException e) {
      return Optional.of(unusable(e));
    }
    try {
      execute(c, "UPDATE policy_revision SET revision = revision WHERE id = 0");
      if (needsRoom) {
        writeAndDelete(c);
      }
      return Optional.empty();
    } catch (SQLException e) {
      return ofWrite(e);
    }
  }

  /** The finding of a failure to connect or to ask at all. */
  static Finding unusable(SQLException e) {
    Outage outage = Outage.of(e);
    return new Finding(outage == null ? Outage.UNREACHABLE : outage, e);
  }

  /** Reads were answered a moment ago, so silence is that of writes. */
  private static Optional<Finding> ofWrite(SQLException e) {
    Outage outage = Outage.of(e);
    boolean waits = outage == Outage.NOT_ANSWERING || e.getErrorCode() == LOCK_WAIT_TIMEOUT;
    Outage found = waits ? Outage.WRITES_STALLED : outage;
    return Optional.ofNullable(found).map(known -> new Finding(known, e));
  }

  private void writeAndDelete(Connection c) throws SQLException {
    byte[] key = new byte[KEY_BYTES];
    random.nextBytes(key);
    byte[] data = new byte[CHUNK];
    random.nextBytes(data);
    long seq;
    execute(c, "START TRANSACTION");
    try {
      seq = Sql.insert(c, "INSERT INTO blob_data (n, data) VALUES (0, ?)", data);
      for (int n = 1; n < CHUNKS; n++) {
        Sql.update(c, "INSERT INTO blob_data (seq, n, data) VALUES (?, ?, ?)", seq, n, data);
      }
      Sql.update(
          c,
          "INSERT INTO `blob` (sha256, size, compressed_size, touched_at, seq)"
              + " VALUES (?, 0, ?, 0, ?)",
          key,
          CHUNKS * CHUNK,
          seq);
      execute(c, "COMMIT");
    } catch (SQLException e) {
      rollBack(c, e);
      throw e;
    }
    Sql.update(c, "DELETE FROM blob_data WHERE seq = ?", seq);
    Sql.update(c, "DELETE FROM `blob` WHERE sha256 = ?", key);
  }

  private static void rollBack(Connection c, SQLException cause) {
    try {
      execute(c, "ROLLBACK");
    } catch (SQLException e) {
      cause.addSuppressed(e); // the connection is closed after a finding
    }
  }

  private static void execute(Connection c, String sql) throws SQLException {
    try (Statement statement = c.createStatement()) {
      statement.execute(sql);
    }
  }
}
