package arashi.store.mail;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.database.BulkInsert;
import arashi.store.database.Texts;
import arashi.store.database.Tx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Keywords, as IMAP calls labels: words that users attach to mails. An account has a dictionary of
 * them ({@code keyword}) and a row per keyword of a mail ({@code item_keyword}), which is
 * independent of the mail's folder. The statements run in the caller's transaction and block.
 */
final class Keywords {
  /** Maximum keywords per account; the rest is dropped. */
  static final int MOST_OF_ACCOUNT = 2_000;

  /** Maximum keywords per mail; the rest is dropped. */
  static final int MOST_OF_MAIL = 100;

  private static final int MAX_BYTES = 255;

  private Keywords() {}

  /**
   * Adds the keywords of new messages. The account's row is locked.
   *
   * @param keywords keywords by message
   */
  static void add(Tx tx, long account, Map<Long, List<String>> keywords) {
    Map<Long, Set<String>> wanted = new HashMap<>();
    Set<String> names = new LinkedHashSet<>();
    keywords.forEach(
        (message, words) -> {
          Set<String> ofMessage = new LinkedHashSet<>();
          words.stream()
              .map(word -> new String(Texts.utf8(word, MAX_BYTES), UTF_8))
              .distinct()
              .limit(MOST_OF_MAIL)
              .forEach(ofMessage::add);
          wanted.put(message, ofMessage);
          names.addAll(ofMessage);
        });
    if (names.isEmpty()) {
      return;
    }
    Map<String, Long> ids = ids(tx, account, names);
    BulkInsert rows = tx.into("item_keyword", "account", "message", "keyword");
    for (long message : new TreeSet<>(wanted.keySet())) {
      for (String name : wanted.get(message)) {
        if (ids.containsKey(name)) {
          rows.add(account, message, ids.get(name));
        }
      }
    }
    rows.flush();
  }

  /** Returns the ids of names; inserts new names up to the maximum. */
  private static Map<String, Long> ids(Tx tx, long account, Set<String> names) {
    Map<String, Long> ids = new HashMap<>();
    tx.list(
        "SELECT name, id FROM keyword WHERE account = ?",
        row -> ids.put(row.getUtf8("name"), row.getLong("id")),
        account);
    long next = ids.values().stream().mapToLong(Long::longValue).max().orElse(0) + 1;
    BulkInsert rows = tx.into("keyword", "account", "id", "name");
    for (String name : names) {
      if (!ids.containsKey(name) && ids.size() < MOST_OF_ACCOUNT) {
        rows.add(account, next, name.getBytes(UTF_8));
        ids.put(name, next++);
      }
    }
    rows.flush();
    return ids;
  }

  /** Returns the keywords of messages by message, sorted by name. */
  static Map<Long, List<String>> of(Tx tx, long account, List<Long> messages) {
    Map<Long, List<String>> keywords = new HashMap<>();
    if (messages.isEmpty()) {
      return keywords;
    }
    tx.list(
        """
        SELECT i.message, k.name FROM item_keyword i
        JOIN keyword k ON k.account = i.account AND k.id = i.keyword
        WHERE i.account = ? AND i.message IN (?) ORDER BY k.name
        """,
        row ->
            keywords
                .computeIfAbsent(row.getLong("message"), unused -> new ArrayList<>())
                .add(row.getUtf8("name")),
        account,
        messages);
    return keywords;
  }
}
