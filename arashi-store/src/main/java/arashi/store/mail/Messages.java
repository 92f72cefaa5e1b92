package arashi.store.mail;

import arashi.store.blob.BlobLinks;
import arashi.store.blob.Sha256;
import arashi.store.database.Sql;
import arashi.store.database.Transactions;
import arashi.store.index.SearchIndex;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Mails for reading. Each public method blocks on the database, and is safe from any thread. */
public final class Messages {

  private static final String JOIN =
      " JOIN item i ON i.account = m.account AND i.message = m.message";

  /** Deletes messages with all dependent rows in one statement. */
  private static final String DELETE =
      "DELETE m, i, k, l FROM message m LEFT JOIN item i ON i.account = m.account AND i.message ="
          + " m.message LEFT JOIN item_keyword k ON k.account = m.account AND k.message = m.message"
          + " LEFT JOIN blob_link l ON l.account = m.account AND l.sha256 = m.sha256 AND l.kind = "
          + BlobLinks.Kind.MESSAGE.code
          + " AND l.owner = m.message WHERE m.account = ? AND m.message IN (%s)";

  private final Transactions transactions;

  /** Creates the messages of a database. */
  public Messages(Transactions transactions) {
    this.transactions = transactions;
  }

  /** Returns the mail, if the folder has it. */
  public Optional<Message> get(long account, long folder, long uid) {
    return transactions.read(
        c ->
            Sql.one(
                c,
                "SELECT "
                    + Items.COLUMNS
                    + ", m.sha256, m.thread, m.display, m.trace, EXISTS (SELECT 1 FROM"
                    + " item_keyword k WHERE k.account = m.account AND k.message = m.message)"
                    + " FROM message m"
                    + JOIN
                    + " WHERE i.account = ? AND i.folder = ? AND i.uid = ?",
                row ->
                    new Message(
                        Items.item(row),
                        Sha256.ofDigest(row.getBytes(Items.COLUMN_COUNT + 1)),
                        row.getLong(Items.COLUMN_COUNT + 2),
                        row.getBytes(Items.COLUMN_COUNT + 3),
                        Optional.ofNullable(row.getBytes(Items.COLUMN_COUNT + 4)),
                        row.getBoolean(Items.COLUMN_COUNT + 5)),
                account,
                folder,
                uid));
  }

  /** Returns the MIME layer's output for messages, by id; omits messages that no longer exist. */
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

  /** Returns the keywords of a message, sorted by name. */
  public List<String> keywords(long account, long message) {
    return transactions
        .read(c -> Keywords.of(c, account, List.of(message)))
        .getOrDefault(message, List.of());
  }

  /** Returns mails of a conversation in all folders, newest first, up to a limit. */
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

  /**
   * Returns the mails of a conversation nearest to one of its mails by arrival, in the order of
   * their dates, newest first. A date after the receipt is wrong, and the receipt counts. The cost
   * is independent of the size of the conversation.
   *
   * @param limit maximum newer mails, and maximum older mails
   */
  public List<Item> around(long account, long thread, long message, int limit) {
    String others =
        "SELECT "
            + Items.COLUMNS
            + ", LEAST(COALESCE(i.sent_at, i.received_at), i.received_at) AS dated"
            + " FROM message m FORCE INDEX (message_by_thread) STRAIGHT_JOIN item i ON i.account ="
            + " m.account AND i.message = m.message WHERE m.account = ? AND m.thread = ? AND"
            + " m.message ";
    return transactions.read(
        c ->
            Sql.list(
                c,
                "("
                    + others
                    + "> ? ORDER BY m.message LIMIT ?) UNION ALL ("
                    + others
                    + "< ? ORDER BY m.message DESC LIMIT ?) ORDER BY dated DESC, message DESC",
                Items::item,
                account,
                thread,
                message,
                limit,
                account,
                thread,
                message,
                limit));
  }

  /** Deletes messages with their index entries, items, links and keywords. */
  static void delete(Connection c, SearchIndex index, long account, List<Long> messages)
      throws SQLException {
    delete(c, index, account, blobs(c, account, messages));
  }

  /** Deletes messages whose items still exist; {@link Expunged} keeps them for a while. */
  static void expunge(
      Connection c, SearchIndex index, long account, List<Long> messages, Instant now)
      throws SQLException {
    Map<Long, Sha256> blobs = blobs(c, account, messages);
    Expunged.keep(c, account, blobs, now);
    delete(c, index, account, blobs);
  }

  private static Map<Long, Sha256> blobs(Connection c, long account, List<Long> messages)
      throws SQLException {
    Map<Long, Sha256> blobs = new TreeMap<>();
    Sql.list(
        c,
        "SELECT message, sha256 FROM message WHERE account = ? AND message IN ("
            + Sql.marks(messages)
            + ")",
        row -> blobs.put(row.getLong(1), Sha256.ofDigest(row.getBytes(2))),
        account,
        messages);
    return blobs;
  }

  private static void delete(Connection c, SearchIndex index, long account, Map<Long, Sha256> blobs)
      throws SQLException {
    if (blobs.isEmpty()) {
      return;
    }
    List<Long> messages = List.copyOf(blobs.keySet());
    index.remove(c, account, messages);
    Sql.update(c, DELETE.formatted(Sql.marks(messages)), account, messages);
  }
}
