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
 * The senders whose remote images an account always shows. An address is kept in lower case. Each
 * method blocks on the database, and is safe from any thread.
 */
public final class ImageSenders {
  /** Most of one account; a further one takes the place of the oldest. */
  public static final int MOST = 1_000;

  /** Most bytes of an address in UTF-8; a longer one is kept for nobody. */
  public static final int MAX_BYTES = 640;

  private final Transactions transactions;
  private final InstantSource time;

  /** Those of a database. */
  public ImageSenders(Transactions transactions, InstantSource time) {
    this.transactions = transactions;
    this.time = time;
  }

  /** Whether an address can be kept. */
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

  /** Shows the images of a sender from now on. */
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

  /** Asks again. Returns whether its images were shown. */
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

  /** Whether the images of a sender are always shown. */
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

  /** All of an account, in the order of their letters. */
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
