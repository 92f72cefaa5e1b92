package arashi.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Mails as a reader shows them. Each public method blocks on the database, and is safe from any
 * thread.
 */
public final class Messages {

  private static final String JOIN =
      " JOIN item i ON i.account = m.account AND i.message = m.message";

  private final Transactions transactions;

  Messages(Transactions transactions) {
    this.transactions = transactions;
  }

  /** The mail, if the folder has it. */
  public Optional<Message> get(long account, long folder, long uid) {
    return transactions.read(
        c ->
            Sql.one(
                c,
                "SELECT "
                    + Items.COLUMNS
                    + ", m.sha256, m.thread, m.display FROM message m"
                    + JOIN
                    + " WHERE i.account = ? AND i.folder = ? AND i.uid = ?",
                row ->
                    new Message(
                        Items.item(row),
                        Sha256.ofDigest(row.getBytes(Items.COLUMN_COUNT + 1)),
                        row.getLong(Items.COLUMN_COUNT + 2),
                        row.getBytes(Items.COLUMN_COUNT + 3)),
                account,
                folder,
                uid));
  }

  /** What the MIME layer prepared of messages, by their ids; without those that are gone. */
  public Map<Long, byte[]> displays(long account, List<Long> messages) {
    if (messages.isEmpty()) {
      return Map.of();
    }
    Map<Long, byte[]> displays = new HashMap<>();
    transactions.read(
        c ->
            Sql.list(
                c,
                "SELECT message, display FROM message WHERE account = ? AND message IN ("
                    + Sql.marks(messages)
                    + ")",
                row -> displays.put(row.getLong(1), row.getBytes(2)),
                account,
                messages));
    return displays;
  }

  /** The mails of a conversation in all folders, newest first, at most so many. */
  public List<Item> thread(long account, long thread, int limit) {
    return transactions.read(
        c ->
            Sql.list(
                c,
                "SELECT "
                    + Items.COLUMNS
                    + " FROM message m"
                    + JOIN
                    + " WHERE m.account = ? AND m.thread = ? ORDER BY m.message DESC LIMIT ?",
                Items::item,
                account,
                thread,
                limit));
  }

  /** Deletes messages and their search terms, which each message remembers. */
  static void delete(Connection c, long account, List<Long> messages) throws SQLException {
    Map<Long, byte[]> terms = new TreeMap<>();
    Sql.list(
        c,
        "SELECT message, terms FROM message WHERE account = ? AND message IN ("
            + Sql.marks(messages)
            + ")",
        row -> terms.put(row.getLong(1), row.getBytes(2)),
        account,
        messages);
    for (Map.Entry<Long, byte[]> entry : terms.entrySet()) {
      SearchTerms.delete(c, account, entry.getKey(), SearchTerms.unpack(entry.getValue()));
    }
    Sql.update(
        c,
        "DELETE FROM message WHERE account = ? AND message IN (" + Sql.marks(messages) + ")",
        account,
        messages);
  }
}
