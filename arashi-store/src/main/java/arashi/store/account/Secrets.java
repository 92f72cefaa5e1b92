package arashi.store.account;

import arashi.store.database.Transactions;

/**
 * Random keys shared by all nodes of a database. The schema migration generates them. Blocks on the
 * database; safe from any thread.
 */
public final class Secrets {
  /** Signs the URLs of remote images. */
  public static final String IMAGE_LINKS = "image links";

  /** The password of the demo accounts is made of it. */
  public static final String DEMO_PASSWORD = "demo password";

  /** Decides whose requests an overloaded node serves first. */
  public static final String USER_LEVELS = "user levels";

  private final Transactions transactions;

  /** Creates the secrets of a database. */
  public Secrets(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * Returns the key for a purpose. The caller owns the array.
   *
   * @throws IllegalStateException if the database has no such key
   */
  public byte[] key(String purpose) {
    return transactions
        .read(
            tx ->
                tx.one(
                    "SELECT bytes FROM secret WHERE purpose = ?",
                    row -> row.getBytes("bytes"),
                    purpose))
        .orElseThrow(() -> new IllegalStateException("the database has no key for " + purpose));
  }
}
