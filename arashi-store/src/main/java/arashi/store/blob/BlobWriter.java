package arashi.store.blob;

import arashi.store.database.BulkInsert;
import arashi.store.database.Tx;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Stores blobs in the caller's transaction.
 *
 * <pre>
 *   lock the rows of stored blobs   protects them from the sweep
 *   insert the other blobs' chunks  under one new sequence number, so that they are adjacent
 *   insert their rows               if another transaction was faster, drop the chunks
 * </pre>
 *
 * <p>The rows stay locked until the end of the transaction, and the caller adds links before that
 * (see {@link BlobLinks}). The sweep deletes an unlinked blob after its grace period.
 */
public final class BlobWriter {

  /** Bytes per chunk; the last may be shorter. */
  static final int CHUNK = 1 << 20;

  private BlobWriter() {}

  /**
   * A blob to store.
   *
   * @param size bytes of the content
   * @param compressed the {@linkplain Deflate deflated} content; must not change until it is stored
   */
  public record NewBlob(Sha256 sha256, long size, Compressed compressed) {

    /** Creates a blob whose compressed bytes are in memory. */
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
     * Reads a range. The caller must not modify the array.
     *
     * @throws java.io.UncheckedIOException if reading fails
     */
    byte[] read(long from, int count);
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
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

  /** A blob with the position of its chunks. */
  private record Placed(NewBlob blob, int firstChunk) {}

  static int chunks(long compressedSize) {
    return (int) Math.max(1, (compressedSize + CHUNK - 1) / CHUNK);
  }

  /**
   * Stores the missing blobs and renews the grace period of the others. Blocks on the database. The
   * caller must not hold the lock of an account's row: blobs come first in the lock order.
   *
   * @param blobs at most some hundred; duplicates are allowed
   */
  public static void put(Tx tx, Collection<NewBlob> blobs) {
    TreeMap<Sha256, NewBlob> wanted = new TreeMap<>();
    blobs.forEach(blob -> wanted.put(blob.sha256(), blob));
    if (wanted.isEmpty()) {
      return;
    }
    Set<Sha256> stored = keep(tx, wanted.keySet());
    List<NewBlob> missing =
        wanted.values().stream().filter(blob -> !stored.contains(blob.sha256())).toList();
    if (!missing.isEmpty()) {
      insert(tx, missing);
    }
  }

  /**
   * Locks blobs that exist and renews their grace period, so that this transaction may add links to
   * them. Returns the blobs that exist.
   */
  public static Set<Sha256> keep(Tx tx, Collection<Sha256> wanted) {
    if (wanted.isEmpty()) {
      return Set.of();
    }
    List<byte[]> hashes = bytes(new TreeSet<>(wanted));
    Set<Sha256> stored = new HashSet<>(lockStored(tx, hashes));
    if (!stored.isEmpty()) {
      tx.update(
          "UPDATE `blob` SET touched_at = GREATEST(touched_at, ?) WHERE sha256 IN (?)",
          tx.now(),
          hashes);
    }
    return stored;
  }

  private static List<Sha256> lockStored(Tx tx, List<byte[]> hashes) {
    // Without the hint, servers scan and lock all of a small table.
    return tx.list(
        """
        SELECT sha256 FROM `blob` FORCE INDEX (PRIMARY)
        WHERE sha256 IN (?) ORDER BY sha256 FOR UPDATE
        """,
        row -> Sha256.ofDigest(row.getBytes("sha256")),
        hashes);
  }

  private static void insert(Tx tx, List<NewBlob> blobs) {
    List<Placed> placed = new ArrayList<>();
    int n = 0;
    for (NewBlob blob : blobs) {
      placed.add(new Placed(blob, n));
      n += blob.chunks();
    }
    long seq = insertChunks(tx, placed);
    if (insertRows(tx, placed, seq) > blobs.size()) {
      dropChunksOfOthers(tx, placed, seq);
    }
  }

  /** Returns the sequence number of the chunks. */
  private static long insertChunks(Tx tx, List<Placed> placed) {
    long seq =
        tx.insert("INSERT INTO blob_data (n, data) VALUES (0, ?)", placed.get(0).blob().chunk(0));
    BulkInsert rows = tx.into("blob_data", "seq", "n", "data");
    for (Placed each : placed) {
      for (int k = each.firstChunk() == 0 ? 1 : 0; k < each.blob().chunks(); k++) {
        rows.add(seq, each.firstChunk() + k, each.blob().chunk(k));
      }
    }
    rows.flush();
    return seq;
  }

  /**
   * Returns the affected rows: one for a new row, two for a row inserted by another transaction.
   */
  private static long insertRows(Tx tx, List<Placed> placed, long seq) {
    BulkInsert rows =
        tx.into("`blob`", "sha256", "size", "compressed_size", "touched_at", "seq", "first_chunk")
            // The increment ensures that the row changes; an unchanged row would not count as two.
            .onDuplicateKey("touched_at = GREATEST(touched_at + 1, VALUES(touched_at))");
    for (Placed each : placed) {
      NewBlob blob = each.blob();
      rows.add(
          blob.sha256().bytes(),
          blob.size(),
          (int) blob.compressed().length(),
          tx.now(),
          seq,
          each.firstChunk());
    }
    rows.flush();
    return rows.affected();
  }

  private static void dropChunksOfOthers(Tx tx, List<Placed> placed, long seq) {
    List<byte[]> hashes = placed.stream().map(each -> each.blob().sha256().bytes()).toList();
    Set<Sha256> ours =
        new HashSet<>(
            tx.list(
                "SELECT sha256 FROM `blob` WHERE sha256 IN (?) AND seq = ?",
                row -> Sha256.ofDigest(row.getBytes("sha256")),
                hashes,
                seq));
    for (Placed each : placed) {
      if (!ours.contains(each.blob().sha256())) {
        deleteChunks(tx, seq, each.firstChunk(), each.blob().chunks());
      }
    }
  }

  static void deleteChunks(Tx tx, long seq, int first, int count) {
    tx.update(
        "DELETE FROM blob_data WHERE seq = ? AND n >= ? AND n < ?", seq, first, first + count);
  }

  private static List<byte[]> bytes(Collection<Sha256> hashes) {
    return hashes.stream().map(Sha256::bytes).toList();
  }
}
