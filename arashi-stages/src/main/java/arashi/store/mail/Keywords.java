package arashi.store.mail;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.database.BulkInsert;
import arashi.store.database.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Keywords, as labels are called in IMAP: words that readers gave to mails. An account has a
 * dictionary of them ({@code keyword}), and a row for each of a mail ({@code item_keyword}), which
 * stays where the mail is moved. Statements; part of the caller's transaction, and blocking.
 */
final class Keywords {
  /** Most keywords of an account; further ones are left out. */
  static final int MOST_OF_ACCOUNT = 2_000;

  /** Most keywords of a mail; further ones are left out. */
  static final int MOST_OF_MAIL = 100;

  private static final int MAX_BYTES = 255;

  private Keywords() {}

  /**
   * Gives new messages their keywords. The account's row is locked.
   *
   * @param keywords of each message
   */
  static void add(Connection c, long account, Map<Long, List<String>> keywords)
      throws SQLException {
    Map<Long, Set<String>> wanted = new HashMap<>();
    Set<String> names = new LinkedHashSet<>();
    keywords.forEach(
        (message, words) -> {
          Set<String> ofMessage = new LinkedHashSet<>();
          words.stream()
              .map(word -> new String(Sql.utf8(word, MAX_BYTES), UTF_8))
              .distinct()
              .limit(MOST_OF_MAIL)
              .forEach(ofMessage::add);
          wanted.put(message, ofMessage);
          names.addAll(ofMessage);
        });
    if (names.isEmpty()) {
      return;
    }
    Map<String, Long> ids = ids(c, account, names);
    BulkInsert rows = new BulkInsert(c, "item_keyword", "account", "message", "keyword");
    for (long message : new TreeSet<>(wanted.keySet())) {
      for (String name : wanted.get(message)) {
        if (ids.containsKey(name)) {
          rows.add(account, message, ids.get(name));
        }
      }
    }
    rows.flush();
  }

  /** The numbers of names; new ones are added while there is room. */
  private static Map<String, Long> ids(Connection c, long account, Set<String> names)
      throws SQLException {
    Map<String, Long> ids = new HashMap<>();
    Sql.list(
        c,
        "SELECT name, id FROM keyword WHERE account = ?",
        row -> ids.put(new String(row.getBytes(1), UTF_8), row.getLong(2)),
        account);
    long next = ids.values().stream().mapToLong(Long::longValue).max().orElse(0) + 1;
    BulkInsert rows = new BulkInsert(c, "keyword", "account", "id", "name");
    for (String name : names) {
      if (!ids.containsKey(name) && ids.size() < MOST_OF_ACCOUNT) {
        rows.add(account, next, name.getBytes(UTF_8));
        ids.put(name, next++);
      }
    }
    rows.flush();
    return ids;
  }

  /** The keywords of messages, by their ids, in the order of their names. */
  static Map<Long, List<String>> of(Connection c, long account, List<Long> messages)
      throws SQLException {
    Map<Long, List<String>> keywords = new HashMap<>();
    if (messages.isEmpty()) {
      return keywords;
    }
    Sql.list(
        c,
        "SELECT i.message, k.name FROM item_keyword i JOIN keyword k ON k.account = i.account AND"
            + " k.id = i.keyword WHERE i.account = ? AND i.message IN ("
            + Sql.marks(messages)
            + ") ORDER BY k.name",
        row ->
            keywords
                .computeIfAbsent(row.getLong(1), unused -> new ArrayList<>())
                .add(new String(row.getBytes(2), UTF_8)),
        account,
        messages);
    return keywords;
  }
}
