package arashi.store.draft;

import arashi.store.blob.Sha256;
import arashi.store.database.Transactions;
import java.io.IOException;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Files to be attached. What is uploaded stays for a day, or as long as a draft or a mail names it.
 * Each method blocks on the database, and is safe from any thread.
 */
public final class Uploads {

  private final Transactions transactions;
  private final InstantSource time;

  /** Uploads to a database. */
  public Uploads(Transactions transactions, InstantSource time) {
    this.transactions = transactions;
    this.time = time;
  }

  /** A file that is kept. */
  public record Upload(Sha256 sha256, long size) {}

  /**
   * Keeps a file. Holds its compressed bytes in memory.
   *
   * @param content read to its end, but for one that is too large; not closed
   * @param limit most bytes
   * @return empty if it is larger; nothing is kept then
   * @throws IOException if the content can't be read
   */
  public Optional<Upload> put(long account, InputStream content, long limit) throws IOException {
    throw new UnsupportedOperationException();
  }

  /** The content of a blob that the account may read; empty if there is none. */
  public Optional<InputStream> open(long account, Sha256 sha256) {
    throw new UnsupportedOperationException();
  }
}
