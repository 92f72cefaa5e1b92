package arashi.store.mail;

import arashi.store.blob.Sha256;
import arashi.store.database.Transactions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Mails for reading. Each public method blocks on the database, and is safe from any thread. */
public final class Messages {

  private static final String GET =
      """
      SELECT %s, m.sha256, m.thread, m.display, m.trace,
        EXISTS (SELECT 1 FROM item_keyword k
          WHERE k.account = m.account AND k.message = m.message) AS has_keywords
      FROM message m JOIN item i ON i.account = m.account AND i.message = m.message
      WHERE i.account = ? AND i.folder = ? AND i.uid = ?
      """
          .formatted(Items.COLUMNS);

  private static final String THREAD =
      """
      SELECT %s FROM message m JOIN item i ON i.account = m.account AND i.message = m.message
      WHERE m.account = ? AND m.thread = ? ORDER BY m.message DESC LIMIT ?
      """
          .formatted(Items.COLUMNS);

  private static final String AROUND =
      """
      (SELECT %1$s FROM message m FORCE INDEX (message_by_thread)
      STRAIGHT_JOIN item i ON i.account = m.account AND i.message = m.message
      WHERE m.account = ? AND m.thread = ? AND m.message > ? ORDER BY m.message LIMIT ?)
      UNION ALL
      (SELECT %1$s FROM message m FORCE INDEX (message_by_thread)
      STRAIGHT_JOIN item i ON i.account = m.account AND i.message = m.message
      WHERE m.account = ? AND m.thread = ? AND m.message < ? ORDER BY m.message DESC LIMIT ?)
      ORDER BY dated DESC, message DESC
      """
          .formatted(
              Items.COLUMNS
                  + ", LEAST(COALESCE(i.sent_at, i.received_at), i.received_at) AS dated");

  private final Transactions transactions;

  /** Creates the messages of a database. */
  public Messages(Transactions transactions) {
    this.transactions = transactions;
  }

  /** Returns the mail, if the folder has it. */
  public Optional<Message> get(long account, long folder, long uid) {
    return transactions.read(
        tx ->
            tx.one(
                GET,
                row ->
                    new Message(
                        Items.item(row),
                        Sha256.ofDigest(row.getBytes("sha256")),
                        row.getLong("thread"),
                        row.getBytes("display"),
                        Optional.ofNullable(row.getBytes("trace")),
                        row.getBoolean("has_keywords")),
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
        tx ->
            tx.list(
                "SELECT message, display FROM message WHERE account = ? AND message IN (?)",
                row -> displays.put(row.getLong("message"), row.getBytes("display")),
                account,
                messages));
    return displays;
  }

  /** Returns the keywords of a message, sorted by name. */
  public List<String> keywords(long account, long message) {
    return transactions
        .read(tx -> Keywords.of(tx, account, List.of(message)))
        .getOrDefault(message, List.of());
  }

  /** Returns mails of a conversation in all folders, newest first, up to a limit. */
  public List<Item> thread(long account, long thread, int limit) {
    return transactions.read(tx -> tx.list(THREAD, Items::item, account, thread, limit));
  }

  /**
   * Returns the mails of a conversation nearest to one of its mails by arrival, in the order of
   * their dates, newest first. A date after the receipt is wrong, and the receipt counts. The cost
   * is independent of the size of the conversation.
   *
   * @param limit maximum newer mails, and maximum older mails
   */
  public List<Item> around(long account, long thread, long message, int limit) {
    return transactions.read(
        tx ->
            tx.list(
                AROUND,
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
}
