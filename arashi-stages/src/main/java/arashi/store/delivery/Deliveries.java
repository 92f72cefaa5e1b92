package arashi.store.delivery;

import arashi.store.database.BulkInsert;
import arashi.store.database.Sql;
import arashi.store.database.Transactions;
import arashi.store.delivery.Delivery.Copy;
import arashi.store.delivery.Delivery.Outcome;
import arashi.store.index.SearchIndex;
import arashi.store.mail.FolderRole;
import arashi.store.mail.MailRows;
import arashi.store.mail.NoSuchFolderException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Stores arriving mail, once. Blocks on the database; safe from any thread.
 *
 * <p>A server that lost the answer sends the mail again. So each delivery leaves a row in {@code
 * delivered} with the mail, and one that finds the row stores nothing. The row's key holds sender
 * and content, and no Message-ID, which senders repeat. It does not follow the mail: whether that
 * was moved or deleted meanwhile makes no difference.
 *
 * <p>Two transactions that deliver one mail at the same time both insert the row: the second waits,
 * fails, and finds the row when it is run again.
 */
public final class Deliveries {

  /** For folders that are removed at the very moment. */
  private static final int ATTEMPTS = 3;

  private static final String INBOX = FolderRole.INBOX.column();

  private static final long NO_FOLDER = 0;

  private final Transactions transactions;
  private final SearchIndex index;
  private final InstantSource time;

  /** Deliveries to a database. */
  public Deliveries(Transactions transactions, SearchIndex index, InstantSource time) {
    this.transactions = transactions;
    this.index = index;
    this.time = time;
  }

  /**
   * Stores a mail for all its accounts, or for none. When this returns, what is stored is on disk.
   *
   * @param once how long a mail with the same key counts as the same
   * @return what became of it in each account
   */
  public Map<Long, Outcome> store(Delivery delivery, Duration once) {
    for (int attempt = 1; ; attempt++) {
      try {
        Map<Long, Outcome> outcomes =
            transactions.write(c -> store(c, delivery, once, time.instant()));
        outcomes.forEach(this::noteChange);
        return outcomes;
      } catch (NoSuchFolderException e) { // removed since its account's folders were read
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private void noteChange(long account, Outcome outcome) {
    if (outcome == Outcome.STORED) {
      index.changed(account);
    }
  }

  private Map<Long, Outcome> store(Connection c, Delivery delivery, Duration once, Instant now)
      throws SQLException {
    Map<Long, Copy> wanted = new TreeMap<>();
    delivery.copies().forEach(copy -> wanted.putIfAbsent(copy.account(), copy));
    Map<Long, Outcome> outcomes = new HashMap<>();
    if (wanted.isEmpty()) {
      return outcomes;
    }
    Found found = look(c, delivery, List.copyOf(wanted.values()), now.minus(once));
    forget(c, delivery, found.old(), now.minus(once));
    for (long account : found.repeated()) {
      outcomes.put(account, Outcome.REPEATED);
      wanted.remove(account);
    }
    Map<Long, Long> folders = folders(List.copyOf(wanted.values()), found.folders());
    for (Copy copy : List.copyOf(wanted.values())) {
      boolean isThere = folders.containsKey(copy.account());
      outcomes.put(copy.account(), isThere ? Outcome.STORED : Outcome.GONE);
      if (!isThere) {
        wanted.remove(copy.account());
      }
    }
    if (!wanted.isEmpty()) {
      insert(c, delivery, List.copyOf(wanted.values()), folders, now);
    }
    return outcomes;
  }

  private void insert(
      Connection c, Delivery delivery, List<Copy> copies, Map<Long, Long> folders, Instant now)
      throws SQLException {
    MailRows.putBlobs(c, List.of(delivery.mail()), now);
    Map<Long, MailRows> rows = new TreeMap<>();
    BulkInsert delivered =
        new BulkInsert(c, "delivered", "account", "mail_hash", "message", "delivered_at");
    for (Copy copy : copies) {
      MailRows ofAccount =
          MailRows.insert(
              c, index, copy.account(), delivery.mail(), copy.trace(), delivery.isIndexed());
      rows.put(copy.account(), ofAccount);
      delivered.add(
          copy.account(),
          delivery.key().bytes(),
          ofAccount.message(delivery.mail()),
          now.toEpochMilli());
    }
    delivered.flush();
    for (Map.Entry<Long, MailRows> each : rows.entrySet()) {
      each.getValue().file(folders.get(each.getKey()), now);
    }
  }

  /** A folder that a copy names, or an inbox. */
  private record FolderRow(long account, long folder, boolean inbox) {}

  /**
   * What is there before.
   *
   * @param repeated accounts that got this mail lately
   * @param old accounts that got it before that
   * @param folders of the accounts
   */
  private record Found(List<Long> repeated, List<Long> old, List<FolderRow> folders) {}

  /** In one statement; a row of no folder is one of a mail that was delivered. */
  private static Found look(Connection c, Delivery delivery, List<Copy> copies, Instant since)
      throws SQLException {
    List<Long> accounts = copies.stream().map(Copy::account).toList();
    List<Long> named = copies.stream().flatMap(copy -> copy.folder().stream()).distinct().toList();
    List<Long> wanted = named.isEmpty() ? List.of(NO_FOLDER) : named;
    Found found = new Found(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    Sql.list(
        c,
        "(SELECT account, "
            + NO_FOLDER
            + ", delivered_at FROM delivered WHERE account IN ("
            + Sql.marks(accounts)
            + ") AND mail_hash = ?) UNION ALL (SELECT account, folder, role = ? FROM folder WHERE"
            + " account IN ("
            + Sql.marks(accounts)
            + ") AND (role = ? OR folder IN ("
            + Sql.marks(wanted)
            + ")))",
        row -> {
          long account = row.getLong(1);
          if (row.getLong(2) == NO_FOLDER) {
            boolean isRecent = row.getLong(3) > since.toEpochMilli();
            return (isRecent ? found.repeated() : found.old()).add(account);
          }
          return found.folders().add(new FolderRow(account, row.getLong(2), row.getBoolean(3)));
        },
        accounts,
        delivery.key().bytes(),
        INBOX,
        accounts,
        INBOX,
        wanted);
    return found;
  }

  /** Rows that are too old make room for new ones. */
  private static void forget(Connection c, Delivery delivery, List<Long> accounts, Instant since)
      throws SQLException {
    for (long account : accounts) {
      Sql.update(
          c,
          "DELETE FROM delivered WHERE account = ? AND mail_hash = ? AND delivered_at <= ?",
          account,
          delivery.key().bytes(),
          since.toEpochMilli());
    }
  }

  /** The folder of each copy; an account that has none is gone. */
  private static Map<Long, Long> folders(List<Copy> copies, List<FolderRow> rows) {
    Map<Long, Long> folders = new HashMap<>();
    rows.stream()
        .sorted(Comparator.comparing(FolderRow::inbox)) // the inbox last: only for want of another
        .filter(row -> row.inbox() || isNamed(copies, row.account(), row.folder()))
        .forEach(row -> folders.putIfAbsent(row.account(), row.folder()));
    return folders;
  }

  private static boolean isNamed(List<Copy> copies, long account, long folder) {
    return copies.stream()
        .anyMatch(
            copy ->
                copy.account() == account
                    && copy.folder().isPresent()
                    && copy.folder().get() == folder);
  }

  /**
   * Removes rows by which repeated mails are noticed.
   *
   * @param before those of mail that was delivered by then
   * @param limit most rows
   * @return how many there were
   */
  public int forget(Instant before, int limit) {
    return transactions.write(
        c ->
            Sql.update(
                c,
                "DELETE FROM delivered WHERE delivered_at <= ? LIMIT ?",
                before.toEpochMilli(),
                limit));
  }
}
