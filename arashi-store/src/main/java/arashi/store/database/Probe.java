package arashi.store.database;

import java.sql.SQLException;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Examines a database with statements that provoke each outage.
 *
 * <ol>
 *   <li>{@code SELECT 1} fails on an unreachable or frozen server.
 *   <li>An UPDATE that matches no row fails on a read-only server, which refuses it before it looks
 *       for rows. It hangs on a server whose writes wait for a backup's lock. It changes nothing
 *       and needs no space, so it can run every second.
 *   <li>A blob is inserted, committed and deleted again, which fails on a full disk. A small row
 *       would not fail: InnoDB puts it into an existing page of the file, and into a redo log of
 *       fixed size. Only a large value makes the file grow. It must be committed, because MySQL
 *       then writes its binary log, and waits there for space. The blob has no link: if the probe
 *       is interrupted, housekeeping deletes the blob.
 * </ol>
 *
 * <p>Blocks until the answers arrive, per statement at most for the network time-out of the
 * connection.
 */
final class Probe {
  private static final int LOCK_WAIT_TIMEOUT = 1205;

  /** InnoDB extends a file of this size or more by 4 MiB; two chunks need a new extent. */
  private static final int CHUNKS = 2;

  private static final int CHUNK = 1 << 20;

  /** Bytes of a blob's key, a SHA-256. */
  private static final int KEY_BYTES = 32;

  private final RandomGenerator random;

  /** Creates a probe for one thread; {@code random} generates keys and contents of its blobs. */
  Probe(RandomGenerator random) {
    this.random = random;
  }

  /**
   * Result of a probe.
   *
   * @param outage the detected outage
   * @param cause the driver's exception
   */
  record Finding(Outage outage, SQLException cause) {}

  /** Examines the server behind a connection; empty if it is available. */
  Optional<Finding> examine(Tx tx, boolean needsRoom) {
    try {
      tx.execute("SELECT 1");
    } catch (StatementException e) {
      return Optional.of(unusable(e.driver()));
    }
    try {
      tx.execute("UPDATE policy_revision SET revision = revision WHERE id = 0");
      if (needsRoom) {
        writeAndDelete(tx);
      }
      return Optional.empty();
    } catch (StatementException e) {
      return ofWrite(e.driver());
    }
  }

  /** Translates a failure to connect or to query. */
  static Finding unusable(SQLException e) {
    Outage outage = Outage.of(e);
    return new Finding(outage == null ? Outage.UNREACHABLE : outage, e);
  }

  /** Reads succeeded a moment ago, so a time-out here concerns writes only. */
  private static Optional<Finding> ofWrite(SQLException e) {
    Outage outage = Outage.of(e);
    boolean waits = outage == Outage.NOT_ANSWERING || e.getErrorCode() == LOCK_WAIT_TIMEOUT;
    Outage found = waits ? Outage.WRITES_STALLED : outage;
    return Optional.ofNullable(found).map(known -> new Finding(known, e));
  }

  private void writeAndDelete(Tx tx) {
    byte[] key = new byte[KEY_BYTES];
    random.nextBytes(key);
    byte[] data = new byte[CHUNK];
    random.nextBytes(data);
    tx.execute("START TRANSACTION");
    try {
      long seq = insert(tx, key, data);
      tx.execute("COMMIT");
      tx.update("DELETE FROM blob_data WHERE seq = ?", seq);
      tx.update("DELETE FROM `blob` WHERE sha256 = ?", key);
    } catch (StatementException e) {
      rollBack(tx, e);
      throw e;
    }
  }

  /** Returns the sequence number of the chunks. */
  private static long insert(Tx tx, byte[] key, byte[] data) {
    long seq = tx.insert("INSERT INTO blob_data (n, data) VALUES (0, ?)", data);
    for (int n = 1; n < CHUNKS; n++) {
      tx.update("INSERT INTO blob_data (seq, n, data) VALUES (?, ?, ?)", seq, n, data);
    }
    tx.update(
        """
        INSERT INTO `blob` (sha256, size, compressed_size, touched_at, seq)
        VALUES (?, 0, ?, 0, ?)
        """,
        key,
        CHUNKS * CHUNK,
        seq);
    return seq;
  }

  private static void rollBack(Tx tx, StatementException cause) {
    try {
      tx.execute("ROLLBACK");
    } catch (StatementException e) {
      cause.addSuppressed(e); // the caller closes the connection after a finding
    }
  }
}
