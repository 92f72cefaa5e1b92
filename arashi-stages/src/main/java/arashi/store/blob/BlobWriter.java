package arashi.store.blob;

import arashi.store.database.BulkInsert;
import arashi.store.database.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Stores blobs as part of the caller's transaction.
 *
 * <pre>
 *   lock the rows of stored blobs   from here on, no sweep takes them
 *   insert the other blobs' chunks  under one new sequence number, so that they lie side by side
 *   insert their rows               another transaction may have been quicker: then drop the chunks
 * </pre>
 *
 * <p>The rows stay locked until the end of the transaction. The caller links the blobs by then (see
 * {@link BlobLinks}); one without a link is swept once its grace is over.
 */
public final class BlobWriter {

  /** Bytes of a chunk; the last may have fewer. */
  static final int CHUNK = 1 << 20;

  private BlobWriter() {}

  /**
   * A blob to be stored.
   *
   * @param size bytes of the content
   * @param compressed the content, {@linkplain Deflate deflated}; must not change until it is
   *     stored
   */
  public record NewBlob(Sha256 sha256, long size, Compressed compressed) {

    /** One whose compressed bytes are in memory. */
    public NewBlob(Sha256 sha256, long size, byte[] compressed) {
      this(sha256, size, new InMemory(compressed));
    }

    private int chunks() {
      return BlobWriter.chunks(compressed.length());
    }

    private byte[] chunk(int n) {
      long from = (long) n * CHUNK;
      return compressed.read(from, (int) Math.min(compressed.length() - from, CHUNK));
    }
  }

  /** Compressed bytes, in memory or on disk; read chunk by chunk. */
  interface Compressed {
    /** Bytes in total. */
    long length();

    /**
     * Some of the bytes; not to be changed.
     *
     * @throws java.io.UncheckedIOException if they can't be read
     */
    byte[] read(long from, int count);
  }

  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  private record InMemory(byte[] bytes) implements Compressed {
    @Override
    public long length() {
      return bytes.length;
    }

    @Override
    public byte[] read(long from, int count) {
      return count == bytes.length
          ? bytes
          : Arrays.copyOfRange(bytes, (int) from, (int) from + count);
    }
  }

  /** A blob with the place of its chunks. */
  private record Placed(NewBlob blob, int firstChunk) {}

  static int chunks(long compressedSize) {
    return (int) Math.max(1, (compressedSize + CHUNK - 1) / CHUNK);
  }

  /**
   * Stores the missing blobs, and renews the grace of the others. Blocks on the database. The
   * caller has not locked the row of an account yet: blobs come first in the order of locks.
   *
   * @param blobs at most some hundred; the same may occur twice
   */
  public static void put(Connection c, Collection<NewBlob> blobs, Instant now) throws SQLException {
    TreeMap<Sha256, NewBlob> wanted = new TreeMap<>();
    blobs.forEach(blob -> wanted.put(blob.sha256(), blob));
    if (wanted.isEmpty()) {
      return;
    }
    Set<Sha256> stored = keep(c, wanted.keySet(), now);
    List<NewBlob> missing =
        wanted.values().stream().filter(blob -> !stored.contains(blob.sha256())).toList();
    if (!missing.isEmpty()) {
      insert(c, missing, now);
    }
  }

  /**
   * Locks blobs that are stored already, and renews their grace: a link to one may be added in this
   * transaction. Returns those that there are.
   */
  public static Set<Sha256> keep(Connection c, Collection<Sha256> wanted, Instant now)
      throws SQLException {
    if (wanted.isEmpty()) {
      return Set.of();
    }
    List<byte[]> hashes = bytes(new TreeSet<>(wanted));
    Set<Sha256> stored = new HashSet<>(lockStored(c, hashes));
    if (!stored.isEmpty()) {
      Sql.update(
          c,
          "UPDATE `blob` SET touched_at = GREATEST(touched_at, ?) WHERE sha256 IN ("
              + Sql.marks(hashes)
              + ")",
          now.toEpochMilli(),
          hashes);
    }
    return stored;
  }

  private static List<Sha256> lockStored(Connection c, List<byte[]> hashes) throws SQLException {
    // Without the hint, servers scan and lock the whole of a small table.
    return Sql.list(
        c,
        "SELECT sha256 FROM `blob` FORCE INDEX (PRIMARY) WHERE sha256 IN ("
            + Sql.marks(hashes)
            + ") ORDER BY sha256 FOR UPDATE",
        row -> Sha256.ofDigest(row.getBytes(1)),
        hashes);
  }

  private static void insert(Connection c, List<NewBlob> blobs, Instant now) throws SQLException {
    List<Placed> placed = new ArrayList<>();
    int n = 0;
    for (NewBlob blob : blobs) {
      placed.add(new Placed(blob, n));
      n += blob.chunks();
    }
    long seq = insertChunks(c, placed);
    if (insertRows(c, placed, seq, now) > blobs.size()) {
      dropChunksOfOthers(c, placed, seq);
    }
  }

  /** Returns the sequence number of the chunks. */
  private static long insertChunks(Connection c, List<Placed> placed) throws SQLException {
    long seq =
        Sql.insert(
            c, "INSERT INTO blob_data (n, data) VALUES (0, ?)", placed.get(0).blob().chunk(0));
    BulkInsert rows = new BulkInsert(c, "blob_data", "seq", "n", "data");
    for (Placed each : placed) {
      for (int k = each.firstChunk() == 0 ? 1 : 0; k < each.blob().chunks(); k++) {
        rows.add(seq, each.firstChunk() + k, each.blob().chunk(k));
      }
    }
    rows.flush();
    return seq;
  }

  /** Returns the affected rows: one for a row that is new, two for one that another inserted. */
  private static long insertRows(Connection c, List<Placed> placed, long seq, Instant now)
      throws SQLException {
    BulkInsert rows =
        new BulkInsert(
                c,
                "`blob`",
                "sha256",
                "size",
                "compressed_size",
                "touched_at",
                "seq",
                "first_chunk")
            // The increment makes sure that the row changes: only then are two rows affected.
            .onDuplicateKey("touched_at = GREATEST(touched_at + 1, VALUES(touched_at))");
    for (Placed each : placed) {
      NewBlob blob = each.blob();
      rows.add(
          blob.sha256().bytes(),
          blob.size(),
          (int) blob.compressed().length(),
          now.toEpochMilli(),
          seq,
          each.firstChunk());
    }
    rows.flush();
    return rows.affected();
  }

  private static void dropChunksOfOthers(Connection c, List<Placed> placed, long seq)
      throws SQLException {
    List<byte[]> hashes = placed.stream().map(each -> each.blob().sha256().bytes()).toList();
    Set<Sha256> ours =
        new HashSet<>(
            Sql.list(
                c,
                "SELECT sha256 FROM `blob` WHERE sha256 IN (" + Sql.marks(hashes) + ") AND seq = ?",
                row -> Sha256.ofDigest(row.getBytes(1)),
                hashes,
                seq));
    for (Placed each : placed) {
      if (!ours.contains(each.blob().sha256())) {
        deleteChunks(c, seq, each.firstChunk(), each.blob().chunks());
      }
    }
  }

  static void deleteChunks(Connection c, long seq, int first, int count) throws SQLException {
    Sql.update(
        c, "DELETE FROM blob_data WHERE seq = ? AND n >= ? AND n < ?", seq, first, first + count);
  }

  private static List<byte[]> bytes(Collection<Sha256> hashes) {
    return hashes.stream().map(Sha256::bytes).toList();
  }
}
