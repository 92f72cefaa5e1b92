package arashi.store.blob;

import arashi.store.database.ResultRow;
import arashi.store.database.StoreException;
import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * Raw mail, stored once even if several items refer to it. Each public method blocks on the
 * database, and is safe from any thread; the streams are not.
 *
 * <pre>
 *   blob (sha256) ──► blob_data (seq, n), (seq, n + 1), … ──► stream ──Inflate──► raw
 * </pre>
 */
public final class Blobs {

  private static final int CHUNK = BlobWriter.CHUNK;

  /** {@code blob.codec} of a Deflate stream. */
  private static final int DEFLATE = 1;

  private final Transactions transactions;

  /** Creates the blobs of a database. */
  public Blobs(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * Result of one sweep step.
   *
   * @param examined blobs examined
   * @param deleted garbage blobs deleted
   * @param next where to continue; empty at the end of the table
   */
  public record Swept(int examined, int deleted, Optional<Sha256> next) {}

  /**
   * Reads a whole mail.
   *
   * @param limit maximum bytes that the caller accepts
   * @return the bytes, or empty if there is no such mail
   * @throws IllegalArgumentException if the mail is larger than the limit
   * @throws StoreException if the stored mail is damaged
   */
  public Optional<byte[]> read(Sha256 sha256, long limit) {
    Optional<Stored> stored = stored(sha256);
    if (stored.isEmpty()) {
      return Optional.empty();
    }
    long size = stored.get().size();
    if (size > limit) {
      throw new IllegalArgumentException(
          "the mail has %d bytes, more than the limit of %d".formatted(size, limit));
    }
    try (InputStream in = stream(stored.get())) {
      byte[] raw = in.readNBytes(Math.toIntExact(size));
      if (raw.length != size) {
        throw new IOException("it is truncated");
      }
      return Optional.of(raw);
    } catch (IOException e) {
      throw new StoreException("the stored mail is damaged: " + e.getMessage(), e);
    }
  }

  /** Returns the bytes of a mail; empty if there is no such mail. */
  public OptionalLong size(Sha256 sha256) {
    return stored(sha256).map(blob -> OptionalLong.of(blob.size())).orElse(OptionalLong.empty());
  }

  /**
   * Opens a mail as a stream that fetches one MiB at a time and holds no connection in between.
   * Reading blocks. It throws an {@link IOException} if the stored mail is damaged, and a {@link
   * StoreException} if the database fails.
   *
   * @return the stream, or empty if there is no such mail
   */
  public Optional<InputStream> open(Sha256 sha256) {
    return stored(sha256).map(this::stream);
  }

  /**
   * A mail opened for reading.
   *
   * @param content the bytes; fails like the stream of {@link #open}
   * @param size number of bytes
   */
  public record Opened(InputStream content, long size) {}

  /**
   * Opens a mail for a slow client: holds fewer bytes in memory, and fetches more often.
   *
   * @param fetchBytes maximum bytes fetched and held at a time; at least 1
   */
  public Optional<Opened> open(Sha256 sha256, int fetchBytes) {
    return stored(sha256)
        .map(blob -> new Opened(stream(blob, Math.min(fetchBytes, CHUNK)), blob.size()));
  }

  /** Location of a blob's chunks. */
  private record Stored(
      Sha256 sha256, long size, long compressedSize, long seq, int firstChunk, int codec) {

    private static final String SELECT =
        """
        SELECT sha256, size, compressed_size, seq, first_chunk,
          IF(key_id IS NULL, codec, 0) AS readable_codec
        FROM `blob` WHERE sha256 = ?\s""";

    static Optional<Stored> find(Tx tx, Sha256 sha256) {
      return tx.one(SELECT, Stored::of, sha256.bytes());
    }

    static Optional<Stored> lock(Tx tx, Sha256 sha256) {
      return tx.one(SELECT + "FOR UPDATE", Stored::of, sha256.bytes());
    }

    static Stored of(ResultRow row) {
      return new Stored(
          Sha256.ofDigest(row.getBytes("sha256")),
          row.getLong("size"),
          row.getLong("compressed_size"),
          row.getLong("seq"),
          row.getInt("first_chunk"),
          row.getInt("readable_codec"));
    }

    int chunks() {
      return BlobWriter.chunks(compressedSize);
    }
  }

  private Optional<Stored> stored(Sha256 sha256) {
    return transactions.read(tx -> Stored.find(tx, sha256));
  }

  private InputStream stream(Stored blob) {
    return stream(blob, CHUNK);
  }

  private InputStream stream(Stored blob, int fetchBytes) {
    if (blob.codec() != DEFLATE) {
      throw new StoreException(
          "the mail was stored by a newer release in a format that this release can't read", null);
    }
    return new OwnInflater(new Chunks(blob, fetchBytes));
  }

  /** Ends its inflater, which holds native memory, on close. */
  private static final class OwnInflater extends InflaterInputStream {
    private static final int BUFFER = 8 << 10;

    OwnInflater(InputStream compressed) {
      super(compressed, new Inflater(), BUFFER);
    }

    @Override
    public void close() throws IOException {
      super.close();
      inf.end();
    }
  }

  /** Returns part of chunk {@code n}; empty past the last chunk. */
  private Optional<byte[]> chunk(Stored blob, int n, int from, int length) {
    if (n >= blob.chunks()) {
      return Optional.empty();
    }
    if (length < CHUNK) {
      return transactions.read(
          tx ->
              tx.one(
                  "SELECT SUBSTRING(data, ?, ?) AS part FROM blob_data WHERE seq = ? AND n = ?",
                  row -> row.getBytes("part"),
                  from + 1, // SQL counts from 1
                  length,
                  blob.seq(),
                  blob.firstChunk() + n));
    }
    return transactions.read(
        tx ->
            tx.one(
                "SELECT data FROM blob_data WHERE seq = ? AND n = ?",
                row -> row.getBytes("data"),
                blob.seq(),
                blob.firstChunk() + n));
  }

  /** The compressed stream; holds at most one chunk in memory. */
  private final class Chunks extends InputStream {

    private final Stored blob;
    private final int fetchBytes;
    private int n;
    private int from;
    private ByteArrayInputStream chunk = new ByteArrayInputStream(new byte[0]);

    Chunks(Stored blob, int fetchBytes) {
      this.blob = blob;
      this.fetchBytes = fetchBytes;
    }

    /** Fetches the next bytes if the buffer is empty; returns false at the end. */
    private boolean fill() {
      if (chunk.available() == 0) {
        int length = Math.min(fetchBytes, CHUNK - from);
        chunk = new ByteArrayInputStream(chunk(blob, n, from, length).orElse(new byte[0]));
        from += length;
        if (from == CHUNK) {
          from = 0;
          n++;
        }
        if (chunk.available() == 0) {
          n = blob.chunks(); // end of the last, shorter chunk
        }
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
   * Runs one step of mark and sweep: examines blobs in hash order and deletes those that have no
   * link and were not stored recently.
   *
   * @param olderThan end of the grace period: younger blobs stay
   * @param after where the previous step ended; empty to begin
   * @param limit maximum blobs to examine
   */
  public Swept sweep(Instant olderThan, Optional<Sha256> after, int limit) {
    long before = olderThan.toEpochMilli();
    List<Sha256> examined =
        transactions.read(
            tx ->
                tx.list(
                    "SELECT sha256 FROM `blob` WHERE sha256 > ? ORDER BY sha256 LIMIT ?",
                    row -> Sha256.ofDigest(row.getBytes("sha256")),
                    after.map(Sha256::bytes).orElse(new byte[0]),
                    limit));
    int deleted = 0;
    for (Sha256 sha256 : examined) {
      if (!wanted(sha256, before)
          && transactions.write(tx -> deleteUnlessWanted(tx, sha256, before))) {
        deleted++;
      }
    }
    Optional<Sha256> next =
        examined.size() < limit ? Optional.empty() : Optional.of(examined.get(limit - 1));
    return new Swept(examined.size(), deleted, next);
  }

  private boolean wanted(Sha256 sha256, long before) {
    return transactions.read(tx -> !isGarbage(tx, sha256, before));
  }

  private static boolean deleteUnlessWanted(Tx tx, Sha256 sha256, long before) {
    // A writer of the same blob holds this lock until its commit makes its link visible.
    Optional<Stored> locked = Stored.lock(tx, sha256);
    if (locked.isEmpty() || !isGarbage(tx, sha256, before)) {
      return false;
    }
    Stored blob = locked.get();
    BlobWriter.deleteChunks(tx, blob.seq(), blob.firstChunk(), blob.chunks());
    tx.update("DELETE FROM blob_link WHERE sha256 = ?", sha256.bytes()); // expired uploads
    tx.update("DELETE FROM `blob` WHERE sha256 = ?", sha256.bytes());
    return true;
  }

  /** An upload protects its blob only during the grace period. */
  private static boolean isGarbage(Tx tx, Sha256 sha256, long before) {
    return tx.exists(
        """
        SELECT b.size FROM `blob` b
        WHERE b.sha256 = ? AND b.touched_at < ?
          AND NOT EXISTS (SELECT 1 FROM blob_link l
            WHERE l.sha256 = b.sha256 AND NOT (l.kind = ? AND l.owner < ?))
        """,
        sha256.bytes(),
        before,
        BlobLinks.Kind.UPLOAD.code,
        before);
  }
}
