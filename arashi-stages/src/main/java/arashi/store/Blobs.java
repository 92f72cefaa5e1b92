package arashi.store;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.InflaterInputStream;

/**
 * Raw mail, stored once however many items hold it. Each public method blocks on the database, and
 * is safe from any thread; the streams are not.
 *
 * <pre>
 *   raw ──Deflate──► stream ──cut each MiB──► blob_chunk (sha256, 0), (sha256, 1), …
 * </pre>
 */
public final class Blobs {

  private static final int CHUNK = 1 << 20;

  private final Transactions transactions;

  Blobs(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * What a step of the sweep did.
   *
   * @param examined blobs looked at
   * @param deleted blobs that were garbage
   * @param next where to go on, empty at the end of the table
   */
  public record Swept(int examined, int deleted, Optional<Sha256> next) {}

  /**
   * The whole mail, byte for byte.
   *
   * @param limit most bytes that the caller is ready to hold
   * @return empty if there is no such mail
   * @throws IllegalArgumentException if it is larger
   * @throws StoreException if the stored mail is damaged
   */
  public Optional<byte[]> read(Sha256 sha256, long limit) {
    Optional<Long> size = size(sha256);
    if (size.isEmpty()) {
      return Optional.empty();
    }
    if (size.get() > limit) {
      throw new IllegalArgumentException(
          "the mail has %d bytes, more than the limit of %d".formatted(size.get(), limit));
    }
    try (InputStream in = stream(sha256)) {
      byte[] raw = in.readNBytes(Math.toIntExact(size.get()));
      if (raw.length != size.get()) {
        throw new IOException("it is cut off");
      }
      return Optional.of(raw);
    } catch (IOException e) {
      throw new StoreException("the stored mail is damaged: " + e.getMessage(), e);
    }
  }

  /**
   * The mail as a stream that asks for a MiB at a time and holds no connection between. Reading
   * blocks; it throws an {@link IOException} if the stored mail is damaged and a {@link
   * StoreException} if the database fails.
   *
   * @return empty if there is no such mail
   */
  public Optional<InputStream> open(Sha256 sha256) {
    return size(sha256).map(size -> stream(sha256));
  }

  private Optional<Long> size(Sha256 sha256) {
    return transactions.read(
        c ->
            Sql.one(
                c,
                "SELECT size FROM `blob` WHERE sha256 = ?",
                row -> row.getLong(1),
                sha256.bytes()));
  }

  private InputStream stream(Sha256 sha256) {
    return new InflaterInputStream(new Chunks(sha256));
  }

  private Optional<byte[]> chunk(Sha256 sha256, int n) {
    return transactions.read(
        c ->
            Sql.one(
                c,
                "SELECT data FROM blob_chunk WHERE sha256 = ? AND n = ?",
                row -> row.getBytes(1),
                sha256.bytes(),
                n));
  }

  /** The compressed stream, a chunk in memory at a time. */
  private final class Chunks extends InputStream {

    private final Sha256 sha256;
    private int n;
    private ByteArrayInputStream chunk = new ByteArrayInputStream(new byte[0]);

    Chunks(Sha256 sha256) {
      this.sha256 = sha256;
    }

    /** Asks for the next chunk if this one is read; whether there is something to read. */
    private boolean fill() {
      if (chunk.available() == 0) {
        chunk = new ByteArrayInputStream(chunk(sha256, n).orElse(new byte[0]));
        n++;
      }
      return chunk.available() > 0;
    }

    @Override
    public int read() {
      return fill() ? chunk.read() : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      return fill() ? chunk.read(into, offset, length) : -1;
    }
  }

  /**
   * Stores a blob unless it is there; if it is, notes that it is wanted again. Either way its row
   * is locked until the end of the transaction, so a sweep can't take it away before a message
   * names it.
   */
  static void put(Connection c, Sha256 sha256, int size, byte[] compressed, long nowMillis)
      throws SQLException {
    // One row is affected if it is new and two if it changes, which the increment makes sure it
    // does.
    int affected =
        Sql.update(
            c,
            "INSERT INTO `blob` (sha256, size, compressed_size, touched_at) VALUES (?, ?, ?, ?)"
                + " ON DUPLICATE KEY UPDATE touched_at = GREATEST(touched_at + 1, VALUES(touched_at))",
            sha256.bytes(),
            size,
            compressed.length,
            nowMillis);
    if (affected != 1) {
      return;
    }
    for (int n = 0, at = 0; at < compressed.length; n++, at += CHUNK) {
      Sql.update(
          c,
          "INSERT INTO blob_chunk (sha256, n, data) VALUES (?, ?, ?)",
          sha256.bytes(),
          n,
          Arrays.copyOfRange(compressed, at, Math.min(compressed.length, at + CHUNK)));
    }
  }

  /**
   * A step of mark and sweep: looks at blobs in the order of their hashes and deletes those that no
   * message names and that were not stored, or stored again, lately.
   *
   * @param olderThan the grace: younger blobs stay
   * @param after where the step before ended; empty to begin
   * @param limit most blobs to look at
   */
  public Swept sweep(Instant olderThan, Optional<Sha256> after, int limit) {
    long before = olderThan.toEpochMilli();
    List<Sha256> examined =
        transactions.read(
            c ->
                Sql.list(
                    c,
                    "SELECT sha256 FROM `blob` WHERE sha256 > ? ORDER BY sha256 LIMIT ?",
                    row -> Sha256.ofDigest(row.getBytes(1)),
                    after.map(Sha256::bytes).orElse(new byte[0]),
                    limit));
    int deleted = 0;
    for (Sha256 sha256 : examined) {
      if (!wanted(sha256, before)
          && transactions.write(c -> deleteUnlessWanted(c, sha256, before))) {
        deleted++;
      }
    }
    Optional<Sha256> next =
        examined.size() < limit ? Optional.empty() : Optional.of(examined.get(limit - 1));
    return new Swept(examined.size(), deleted, next);
  }

  private boolean wanted(Sha256 sha256, long before) {
    return transactions.read(c -> garbage(c, sha256, before).isEmpty());
  }

  private static boolean deleteUnlessWanted(Connection c, Sha256 sha256, long before)
      throws SQLException {
    // A writer that wants the blob holds this lock until its message is there to be seen.
    boolean locked =
        Sql.one(
                c,
                "SELECT size FROM `blob` WHERE sha256 = ? FOR UPDATE",
                row -> row.getLong(1),
                sha256.bytes())
            .isPresent();
    if (!locked || garbage(c, sha256, before).isEmpty()) {
      return false;
    }
    Sql.update(c, "DELETE FROM blob_chunk WHERE sha256 = ?", sha256.bytes());
    Sql.update(c, "DELETE FROM `blob` WHERE sha256 = ?", sha256.bytes());
    return true;
  }

  private static Optional<Long> garbage(Connection c, Sha256 sha256, long before)
      throws SQLException {
    return Sql.one(
        c,
        "SELECT b.size FROM `blob` b WHERE b.sha256 = ? AND b.touched_at < ? AND NOT EXISTS"
            + " (SELECT 1 FROM message m WHERE m.sha256 = b.sha256)",
        row -> row.getLong(1),
        sha256.bytes(),
        before);
  }
}
