package arashi.store.account;

import arashi.store.database.Sql;
import arashi.store.database.Transactions;

/**
 * Keys by which the nodes of a database sign what browsers bring back. The schema makes them, at
 * random. Blocks on the database; safe from any thread.
 */
public final class Secrets {
  /** Signs the addresses of remote images. */
  public static final String IMAGE_LINKS = "image links";

  private final Transactions transactions;

  /** Those of a database. */
  public Secrets(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * The key for a purpose; the array is the caller's.
   *
   * @throws IllegalStateException if the database has none
   */
  public byte[] key(String purpose) {
    return transactions
        .read(
            c ->
                Sql.one(
                    c,
                    "SELECT bytes FROM secret WHERE purpose = ?",
                    row -> row.getBytes(1),
                    purpose))
        .orElseThrow(() -> new IllegalStateException("the database has no key for " + purpose));
  }
}
