package arashi.store.account;

import arashi.store.blob.Sha256;
import arashi.store.database.Transactions;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Failed logins, counted over all nodes. A row counts one subject, such as a name or an address,
 * until a time that its first failure sets. Blocks on the database; safe from any thread.
 *
 * <p>Rows are written by single statements that commit by themselves, by their keys and in the
 * order of the keys. So counts of the same subjects do not deadlock, and a node that hangs holds no
 * lock that sign-in elsewhere would wait for. No row of an account is locked.
 */
public final class LoginFailures {
  private static final int KEY_BYTES = 16;

  /** Rows of one deletion. */
  private static final int AT_ONCE = 1_000;

  private static final int MOST_DELETED = 10_000;

  private final Transactions transactions;

  /** Creates the failures of a database. */
  public LoginFailures(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * The failures of one subject.
   *
   * @param failures number since the first
   * @param end when they are forgotten
   */
  public record Count(int failures, Instant end) {}

  /** A row's key: no longer than that, however long the subject is. */
  private record Key(Sha256 hash) implements Comparable<Key> {
    static Key of(String subject) {
      return new Key(Sha256.of(subject.getBytes(StandardCharsets.UTF_8)));
    }

    byte[] bytes() {
      return Arrays.copyOf(hash.bytes(), KEY_BYTES);
    }

    @Override
    public int compareTo(Key other) {
      return hash.compareTo(other.hash);
    }
  }

  /** Returns the present counts; subjects without failures are missing. */
  public Map<String, Count> counts(List<String> subjects, Instant now) {
    List<byte[]> keys = subjects.stream().map(subject -> Key.of(subject).bytes()).toList();
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Row(byte[] key, Count count) {}
    List<Row> rows =
        transactions.read(
            tx ->
                tx.list(
                    """
                    SELECT subject, failures, ends_at FROM login_failure
                    WHERE subject IN (?) AND ends_at > ?
                    """,
                    row ->
                        new Row(
                            row.getBytes("subject"),
                            new Count(row.getInt("failures"), row.getInstant("ends_at"))),
                    keys,
                    now));
    Map<String, Count> counts = new HashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      for (Row row : rows) {
        if (Arrays.equals(row.key(), keys.get(i))) {
          counts.put(subjects.get(i), row.count());
        }
      }
    }
    return counts;
  }

  /**
   * Counts one failure of each subject. The first one sets the end; later ones leave it.
   *
   * @param end when failures that are counted for the first time are forgotten
   */
  public void add(List<String> subjects, Instant now, Instant end) {
    List<Object> values = new ArrayList<>();
    for (Key key : subjects.stream().map(Key::of).sorted().toList()) {
      values.add(key.bytes());
      values.add(end.toEpochMilli());
    }
    values.addAll(List.of(now.toEpochMilli(), now.toEpochMilli(), end.toEpochMilli()));
    // An assignment sees the results of those before it, so the end is assigned last.
    String sql =
        """
        INSERT INTO login_failure (subject, failures, ends_at) VALUES %s
        ON DUPLICATE KEY UPDATE
          failures = IF(ends_at > ?, failures + 1, 1),
          ends_at = IF(ends_at > ?, ends_at, ?)
        """
            .formatted(String.join(", ", Collections.nCopies(subjects.size(), "(?, 1, ?)")));
    transactions.writeAlone(tx -> tx.update(sql, values.toArray()));
  }

  /** Forgets the failures of a subject. */
  public void forget(String subject) {
    byte[] key = Key.of(subject).bytes();
    transactions.writeAlone(tx -> tx.update("DELETE FROM login_failure WHERE subject = ?", key));
  }

  /**
   * Deletes rows that no longer count, and those with the fewest failures beyond a number of rows;
   * of either at most 10,000, since a login waits for it.
   *
   * @return the number of rows deleted
   */
  public int trim(Instant now, int most) {
    long millis = now.toEpochMilli();
    int deleted =
        delete(
            keys(
                "SELECT subject FROM login_failure WHERE ends_at <= ? ORDER BY ends_at LIMIT ?",
                millis,
                MOST_DELETED),
            millis);
    long excess =
        transactions.read(tx -> tx.number("SELECT COUNT(*) FROM login_failure")).orElse(0L) - most;
    if (excess > 0) {
      deleted +=
          delete(
              keys(
                  "SELECT subject FROM login_failure ORDER BY failures, ends_at LIMIT ?",
                  (int) Math.min(MOST_DELETED, excess)),
              Long.MAX_VALUE);
    }
    return deleted;
  }

  private List<byte[]> keys(String sql, Object... parameters) {
    return transactions.read(tx -> tx.list(sql, row -> row.getBytes("subject"), parameters));
  }

  /**
   * Deletes by keys: a deletion by a range would lock rows that logins count on.
   *
   * @param end later ones are kept: the row counts again
   */
  private int delete(List<byte[]> keys, long end) {
    List<byte[]> sorted = keys.stream().sorted(Arrays::compareUnsigned).toList();
    int deleted = 0;
    for (int from = 0; from < sorted.size(); from += AT_ONCE) {
      List<byte[]> some = sorted.subList(from, Math.min(from + AT_ONCE, sorted.size()));
      deleted +=
          transactions.writeAlone(
              tx ->
                  tx.update(
                      "DELETE FROM login_failure WHERE subject IN (?) AND ends_at <= ?",
                      some,
                      end));
    }
    return deleted;
  }
}
