package arashi.store.index;

import arashi.store.database.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Statements on {@code search_term}, the index of older releases. It covers the messages below an
 * account's watermark that have stored terms; messages of this release have none. Runs in the
 * caller's transaction and blocks.
 */
final class Legacy {
  private Legacy() {}

  /** Returns true if an account has a watermark. */
  static boolean exists(Connection c) throws SQLException {
    return Sql.one(c, "SELECT account FROM search_conversion LIMIT 1", row -> row.getLong(1))
        .isPresent();
  }

  /** Returns the number of accounts with a watermark. */
  static long accounts(Connection c) throws SQLException {
    return Sql.one(c, "SELECT COUNT(*) FROM search_conversion", row -> row.getLong(1)).orElse(0L);
  }

  /** Counts an account's mails below its watermark, on a narrow index: messages are large. */
  static long mails(Connection c, long account) throws SQLException {
    return Sql.one(
            c,
            "SELECT COUNT(*) FROM search_conversion s JOIN item i FORCE INDEX (item_by_message)"
                + " ON i.account = s.account AND i.message < s.message WHERE s.account = ?",
            row -> row.getLong(1),
            account)
        .orElse(0L);
  }

  /** Returns the message below which the old index serves an account; empty if it is converted. */
  static Optional<Long> watermark(Connection c, long account) throws SQLException {
    return Sql.one(
        c,
        "SELECT message FROM search_conversion WHERE account = ?",
        row -> row.getLong(1),
        account);
  }

  /**
   * Deletes the postings of messages that only the old index has. Locks the watermark until the end
   * of the transaction, so that the messages are not converted meanwhile.
   *
   * @return messages that only the old index had
   */
  static List<Long> remove(Connection c, long account, List<Long> messages) throws SQLException {
    Optional<Long> watermark =
        Sql.one(
            c,
            "SELECT message FROM search_conversion WHERE account = ? LOCK IN SHARE MODE",
            row -> row.getLong(1),
            account);
    if (watermark.isEmpty()) {
      return List.of();
    }
    Map<Long, byte[]> terms = new TreeMap<>();
    Sql.list(
        c,
        "SELECT message, terms FROM message WHERE account = ? AND message < ? AND LENGTH(terms) > 0"
            + " AND message IN ("
            + Sql.marks(messages)
            + ")",
        row -> terms.put(row.getLong(1), row.getBytes(2)),
        account,
        watermark.get(),
        messages);
    for (Map.Entry<Long, byte[]> entry : terms.entrySet()) {
      SearchTerms.delete(c, account, entry.getKey(), SearchTerms.unpack(entry.getValue()));
    }
    return new ArrayList<>(terms.keySet());
  }
}
