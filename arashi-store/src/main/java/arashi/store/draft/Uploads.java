package arashi.store.draft;

import arashi.store.blob.BlobLinks;
import arashi.store.blob.BlobWriter;
import arashi.store.blob.BlobWriter.NewBlob;
import arashi.store.blob.Blobs;
import arashi.store.blob.DeflatingDigest;
import arashi.store.blob.Sha256;
import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import arashi.store.mail.Folders;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Files to attach. An upload is kept for a day, or as long as a draft or a mail refers to it. Each
 * method blocks on the database, and is safe from any thread.
 */
public final class Uploads {

  private static final int BUFFER = 16_384;

  private final Transactions transactions;
  private final Blobs blobs;
  private final BlobLinks links;

  /** Creates the uploads of a database. */
  public Uploads(Transactions transactions) {
    this.transactions = transactions;
    this.blobs = new Blobs(transactions);
    this.links = new BlobLinks(transactions);
  }

  /** A stored file. */
  public record Upload(Sha256 sha256, long size) {}

  /**
   * Starts to receive the files of one form.
   *
   * @param directory directory of the file that holds their compressed bytes until they are stored
   */
  public Receiving receive(long account, Path directory) throws IOException {
    return new Receiving(account, DeflatingDigest.spool(directory));
  }

  /** Files of one form, stored together. For one thread; close it at the end. */
  public final class Receiving implements Closeable {
    private final long account;
    private final FileChannel spool;
    private final List<NewBlob> received = new ArrayList<>();

    private Receiving(long account, FileChannel spool) {
      this.account = account;
      this.spool = spool;
    }

    /**
     * Receives a file, which {@link #store} stores.
     *
     * @param content read to its end, unless it is too large; not closed
     * @param limit maximum bytes
     * @return empty if the file exceeds the limit; it is dropped then
     * @throws IOException if reading the content fails
     */
    public Optional<Upload> add(InputStream content, long limit) throws IOException {
      try (DeflatingDigest digest = new DeflatingDigest(spool)) {
        byte[] buffer = new byte[BUFFER];
        int count = content.read(buffer);
        while (count >= 0) {
          digest.write(buffer, 0, count);
          if (digest.size() > limit) {
            return Optional.empty();
          }
          count = content.read(buffer);
        }
        NewBlob blob = digest.finish();
        received.add(blob);
        return Optional.of(new Upload(blob.sha256(), blob.size()));
      }
    }

    /**
     * Stores all files in one transaction, or none if they exceed the quota.
     *
     * @param quota maximum bytes of the account's mail and files together; {@link Long#MAX_VALUE}
     *     for no limit
     * @return false if nothing was stored
     */
    public boolean store(long quota) {
      if (received.isEmpty()) {
        return true;
      }
      try {
        transactions.write(tx -> store(tx, quota));
        return true;
      } catch (NoRoomException e) {
        return false;
      }
    }

    private boolean store(Tx tx, long quota) {
      BlobWriter.put(tx, received);
      if (quota < Long.MAX_VALUE) {
        tx.lockAccount(account); // parallel uploads, and mail that arrives, wait for each other
      }
      List<Sha256> hashes = received.stream().map(NewBlob::sha256).toList();
      BlobLinks.add(tx, account, BlobLinks.Kind.UPLOAD, tx.now().toEpochMilli(), hashes);
      if (quota < Long.MAX_VALUE && Folders.bytes(tx, account) + bytes(tx, account) > quota) {
        throw new NoRoomException();
      }
      return true;
    }

    @Override
    public void close() throws IOException {
      spool.close();
    }
  }

  /**
   * Returns the total bytes of the account's recent uploads and of the files its drafts refer to;
   * each file counts once.
   */
  public long bytes(long account) {
    return transactions.read(tx -> bytes(tx, account));
  }

  private static long bytes(Tx tx, long account) {
    return tx.count(
        """
        SELECT COALESCE(SUM(b.size), 0)
        FROM (SELECT DISTINCT sha256 FROM blob_link WHERE account = ? AND kind IN (?, ?)) l
        JOIN `blob` b ON b.sha256 = l.sha256
        """,
        account,
        BlobLinks.Kind.DRAFT.code,
        BlobLinks.Kind.UPLOAD.code);
  }

  /** Rolls the transaction back. */
  private static final class NoRoomException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Returns the content of a blob that the account may read; empty if there is none. */
  public Optional<InputStream> open(long account, Sha256 sha256) {
    return links.has(account, sha256) ? blobs.open(sha256) : Optional.empty();
  }
}
