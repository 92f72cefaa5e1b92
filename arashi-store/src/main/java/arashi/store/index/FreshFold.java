package arashi.store.index;

import arashi.store.database.Tx;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Builds a segment from mails that were delivered singly, in one transaction. Several nodes may do
 * so concurrently, because each takes only rows that the others have not locked.
 */
final class FreshFold {
  private FreshFold() {}

  /** Returns true if the account has enough fresh mails for a segment. */
  static boolean isDue(Tx tx, long account, int mails) {
    return tx.exists(
        """
        SELECT message FROM search_fresh
        WHERE account = ? AND NOT incomplete
        ORDER BY message LIMIT 1 OFFSET ?
        """,
        account,
        mails - 1);
  }

  /** Folds the newest mails into a segment. Returns the number of mails taken. */
  static int run(Tx tx, long account, SearchIndex index) {
    List<SearchEntry> mails =
        tx.list(
            """
            SELECT message, terms FROM search_fresh
            WHERE account = ? AND NOT incomplete
            ORDER BY message DESC LIMIT ? FOR UPDATE SKIP LOCKED
            """,
            row -> new SearchEntry(row.getLong("message"), TermList.decode(row.getBytes("terms"))),
            account,
            index.limits().freshMails());
    if (mails.isEmpty()) {
      return 0;
    }
    long newest = mails.get(0).message();
    long oldest = mails.get(mails.size() - 1).message();
    Set<Long> dead = new HashSet<>(new SegmentTable(tx, account).dead(oldest, newest));
    List<SearchEntry> alive = new ArrayList<>(mails);
    alive.removeIf(mail -> dead.contains(mail.message()));
    if (!alive.isEmpty()) {
      SegmentBuilder.Segment segment = SegmentBuilder.build(alive, index.limits().blockBytes());
      new SegmentTable(tx, account).insertLive(index.newSegment(), segment);
    }
    List<Long> taken = mails.stream().map(SearchEntry::message).toList();
    tx.update("DELETE FROM search_fresh WHERE account = ? AND message IN (?)", account, taken);
    new SegmentTable(tx, account).forgetDead(taken.stream().filter(dead::contains).toList());
    return taken.size();
  }
}
