package arashi.store.account;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.database.Sql;
import arashi.store.database.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
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
  private final InstantSource time;

  /** Creates the senders of a database. */
  public ImageSenders(Transactions transactions, InstantSource time) {
    this.transactions = transactions;
    this.time = time;
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
        c -> {
          Sql.update(
              c,
              "INSERT INTO image_sender (account, address, since) VALUES (?, ?, ?)"
                  + " ON DUPLICATE KEY UPDATE since = since",
              account,
              key(address),
              time.millis());
          return dropOldest(c, account);
        });
  }

  private static int dropOldest(Connection c, long account) throws SQLException {
    List<Long> all =
        Sql.list(
            c,
            "SELECT since FROM image_sender WHERE account = ? ORDER BY since",
            row -> row.getLong(1),
            account);
    return all.size() <= MOST
        ? 0
        : Sql.update(
            c,
            "DELETE FROM image_sender WHERE account = ? ORDER BY since, address LIMIT ?",
            account,
            all.size() - MOST);
  }

  /** Stops showing a sender's images. Returns whether they were shown. */
  public boolean remove(long account, String address) {
    return transactions.write(
            c ->
                Sql.update(
                    c,
                    "DELETE FROM image_sender WHERE account = ? AND address = ?",
                    account,
                    key(address)))
        > 0;
  }

  /** Returns whether a sender's images are always shown. */
  public boolean has(long account, String address) {
    return transactions.read(
        c ->
            Sql.one(
                    c,
                    "SELECT 1 FROM image_sender WHERE account = ? AND address = ?",
                    row -> row.getLong(1),
                    account,
                    key(address))
                .isPresent());
  }

  /** Returns all senders of an account, in alphabetical order. */
  public List<String> of(long account) {
    return transactions.read(
        c ->
            Sql.list(
                c,
                "SELECT address FROM image_sender WHERE account = ? ORDER BY address",
                row -> new String(row.getBytes(1), UTF_8),
                account));
  }
}
