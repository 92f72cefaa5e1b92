package arashi.store.mail;

import arashi.store.database.BulkInsert;
import arashi.store.database.Tx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Conversations. Each Message-ID that an account has seen, as a mail's own or as a reference,
 * belongs to one thread ({@code thread_ref}); a mail belongs to the thread of any of its ids. So a
 * parent that arrives after its children joins their thread, and a mail that refers to ids of two
 * threads merges them. Runs in the caller's transaction, which holds the lock on the account's row.
 *
 * <p>A thread's number is the hash of the first id of its first mail. It has no other meaning.
 */
final class Threads {

  private static final int LOOKUP = 512;

  private final Tx tx;
  private final long account;

  /** Threads by id, stored or assigned here. */
  private final Map<Long, Long> threadOf = new HashMap<>();

  /** Ids not stored yet. */
  private final List<Long> fresh = new ArrayList<>();

  /** Merged threads, with the threads they became part of. */
  private final Map<Long, Long> merged = new TreeMap<>();

  private Threads(Tx tx, long account) {
    this.tx = tx;
    this.account = account;
  }

  /**
   * A mail's data for threading.
   *
   * @param thread thread in its row: the one it begins if none of its ids is known
   * @param ids hashes of its own Message-ID and of those it refers to, the root first
   */
  record Mail(long message, long thread, List<Long> ids) {}

  /**
   * Assigns mails to threads. Their messages are stored with the threads that they would begin;
   * corrects those rows, and stores the ids. When two threads merge, their messages are updated.
   */
  static void join(Tx tx, long account, List<Mail> mails) {
    Threads threads = new Threads(tx, account);
    threads.look(mails.stream().flatMap(mail -> mail.ids().stream()).sorted().distinct().toList());
    Map<Long, Long> joined = new HashMap<>();
    mails.forEach(mail -> joined.put(mail.message(), threads.join(mail)));
    threads.merge();
    threads.insert();
    for (Mail mail : mails) {
      threads.correct(mail, threads.survivor(joined.get(mail.message())));
    }
  }

  private void correct(Mail mail, long thread) {
    if (thread != mail.thread()) {
      tx.update(
          "UPDATE message SET thread = ? WHERE account = ? AND message = ?",
          thread,
          account,
          mail.message());
    }
  }

  private void look(List<Long> ids) {
    for (int from = 0; from < ids.size(); from += LOOKUP) {
      List<Long> some = ids.subList(from, Math.min(ids.size(), from + LOOKUP));
      tx.list(
          "SELECT id_hash, thread FROM thread_ref WHERE account = ? AND id_hash IN (?)",
          row -> threadOf.put(row.getLong("id_hash"), row.getLong("thread")),
          account,
          some);
    }
  }

  private long join(Mail mail) {
    Long found = null;
    for (long id : mail.ids()) {
      if (threadOf.containsKey(id)) {
        long thread = survivor(threadOf.get(id));
        if (found == null) {
          found = thread;
        } else if (found != thread) {
          merged.put(thread, found);
        }
      }
    }
    long thread = found == null ? mail.thread() : found;
    for (long id : mail.ids()) {
      if (threadOf.putIfAbsent(id, thread) == null) {
        fresh.add(id);
      }
    }
    return thread;
  }

  private long survivor(long thread) {
    long last = thread;
    while (merged.containsKey(last)) {
      last = merged.get(last);
    }
    return last;
  }

  /**
   * May deadlock with a transaction that has inserted messages and waits for the account's lock.
   * The server then aborts one of the two, which is retried.
   */
  private void merge() {
    for (long thread : merged.keySet()) {
      for (String table : List.of("message", "thread_ref")) {
        tx.update(
            "UPDATE " + table + " SET thread = ? WHERE account = ? AND thread = ?",
            survivor(thread),
            account,
            thread);
      }
    }
  }

  private void insert() {
    BulkInsert rows = tx.into("thread_ref", "account", "id_hash", "thread");
    for (long id : fresh.stream().sorted().toList()) {
      rows.add(account, id, survivor(threadOf.get(id)));
    }
    rows.flush();
  }
}
