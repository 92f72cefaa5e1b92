package arashi.store.account;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import java.util.List;
import java.util.Locale;

/**
 * The senders whose remote images an account always shows. Addresses are stored in lower case. Each
 * method blocks on the database, and is safe from any thread.
 */
public final class ImageSenders {
  /** Maximum senders per account; adding another evicts the oldest. */
  public static final int MOST = 1_000;

  /** Maximum bytes of an address in UTF-8; longer addresses are never stored. */
  public static final int MAX_BYTES = 640;

  private final Transactions transactions;

  /** Creates the senders of a database. */
  public ImageSenders(Transactions transactions) {
    this.transactions = transactions;
  }

  /** Returns whether an address can be stored. */
  public static boolean isAddress(String address) {
    int at = address.indexOf('@');
    return at > 0
        && at < address.length() - 1
        && key(address).length <= MAX_BYTES
        && address.codePoints().noneMatch(Character::isISOControl);
  }

  private static byte[] key(String address) {
    return address.strip().toLowerCase(Locale.ROOT).getBytes(UTF_8);
  }

  /** Always shows a sender's images from now on. */
  public void add(long account, String address) {
    transactions.write(
        tx -> {
          tx.update(
              """
              INSERT INTO image_sender (account, address, since)
              VALUES (?, ?, ?)
              ON DUPLICATE KEY UPDATE since = since
              """,
              account,
              key(address),
              tx.now());
          return dropOldest(tx, account);
        });
  }

  private static int dropOldest(Tx tx, long account) {
    List<Long> all =
        tx.numbers("SELECT since FROM image_sender WHERE account = ? ORDER BY since", account);
    return all.size() <= MOST
        ? 0
        : tx.update(
            "DELETE FROM image_sender WHERE account = ? ORDER BY since, address LIMIT ?",
            account,
            all.size() - MOST);
  }

  /** Stops showing a sender's images. Returns whether they were shown. */
  public boolean remove(long account, String address) {
    return transactions.write(
            tx ->
                tx.update(
                    "DELETE FROM image_sender WHERE account = ? AND address = ?",
                    account,
                    key(address)))
        > 0;
  }

  /** Returns whether a sender's images are always shown. */
  public boolean has(long account, String address) {
    return transactions.read(
        tx ->
            tx.exists(
                "SELECT 1 FROM image_sender WHERE account = ? AND address = ?",
                account,
                key(address)));
  }

  /** Returns all senders of an account, in alphabetical order. */
  public List<String> of(long account) {
    return transactions.read(
        tx ->
            tx.list(
                "SELECT address FROM image_sender WHERE account = ? ORDER BY address",
                row -> row.getUtf8("address"),
                account));
  }
}
