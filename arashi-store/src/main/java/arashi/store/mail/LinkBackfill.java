package arashi.store.mail;

import arashi.store.account.Accounts;
import arashi.store.blob.BlobLinks;
import arashi.store.blob.Sha256;
import arashi.store.database.Sql;
import arashi.store.database.Transactions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Adds blob links and thread ids to messages of earlier releases, in id order per account. {@code
 * account.linked_to} records the progress, so that another process can resume.
 */
public final class LinkBackfill {

  private final Transactions transactions;

  /** Creates the backfill of a database. */
  public LinkBackfill(Transactions transactions) {
    this.transactions = transactions;
  }

  private record Row(long message, Sha256 sha256, long idHash, long thread) {
    static Row of(ResultSet row) throws SQLException {
      return new Row(
          row.getLong(1), Sha256.ofDigest(row.getBytes(2)), row.getLong(3), row.getLong(4));
    }
  }

  /**
   * Processes the next messages of an account in one transaction, which delays other changes of the
   * account. Blocks on the database; several nodes may do so concurrently.
   *
   * @param limit maximum messages
   * @return true if there are more
   */
  public boolean step(long account, int limit) {
    return transactions.write(c -> step(c, account, limit));
  }

  private static boolean step(Connection c, long account, int limit) throws SQLException {
    Optional<Long> done =
        Sql.one(
            c,
            "SELECT linked_to FROM account WHERE id = ? FOR UPDATE",
            row -> row.getLong(1),
            account);
    if (done.isEmpty() || done.get() == Accounts.LINKED) {
      return false;
    }
    List<Row> rows =
        Sql.list(
            c,
            "SELECT message, sha256, message_id_hash, thread FROM message"
                + " WHERE account = ? AND message > ? ORDER BY message LIMIT ?",
            Row::of,
            account,
            done.get(),
            limit);
    if (!rows.isEmpty()) {
      link(c, account, rows);
    }
    boolean more = rows.size() == limit;
    Sql.update(
        c,
        "UPDATE account SET linked_to = ? WHERE id = ?",
        more ? rows.get(limit - 1).message() : Accounts.LINKED,
        account);
    return more;
  }

  private static void link(Connection c, long account, List<Row> rows) throws SQLException {
    Map<Long, Sha256> blobs = new TreeMap<>();
    rows.forEach(row -> blobs.put(row.message(), row.sha256()));
    BlobLinks.add(c, account, BlobLinks.Kind.MESSAGE, blobs);
    List<Threads.Mail> mails =
        rows.stream()
            .map(
                row ->
                    new Threads.Mail(
                        row.message(), row.thread(), List.of(row.thread(), row.idHash())))
            .toList();
    Threads.join(c, account, mails);
  }
}
