package arashi.store.index;

import arashi.store.database.Sql;
import java.sql.Connection;
import java.sql.SQLException;
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
  static boolean isDue(Connection c, long account, int mails) throws SQLException {
    return Sql.one(
            c,
            "SELECT message FROM search_fresh WHERE account = ? AND NOT incomplete ORDER BY message"
                + " LIMIT 1 OFFSET ?",
            row -> row.getLong(1),
            account,
            mails - 1)
        .isPresent();
  }

  /** Folds the newest mails into a segment. Returns the number of mails taken. */
  static int run(Connection c, long account, SearchIndex index) throws SQLException {
    List<SearchEntry> mails =
        Sql.list(
            c,
            "SELECT message, terms FROM search_fresh WHERE account = ? AND NOT incomplete"
                + " ORDER BY message DESC LIMIT ? FOR UPDATE SKIP LOCKED",
            row -> new SearchEntry(row.getLong(1), TermList.decode(row.getBytes(2))),
            account,
            index.limits().freshMails());
    if (mails.isEmpty()) {
      return 0;
    }
    long newest = mails.get(0).message();
    long oldest = mails.get(mails.size() - 1).message();
    Set<Long> dead = new HashSet<>(SegmentTable.dead(c, account, oldest, newest));
    List<SearchEntry> alive = new ArrayList<>(mails);
    alive.removeIf(mail -> dead.contains(mail.message()));
    if (!alive.isEmpty()) {
      SegmentBuilder.Segment segment = SegmentBuilder.build(alive, index.limits().blockBytes());
      SegmentTable.insertLive(c, account, index.newSegment(), segment);
    }
    List<Long> taken = mails.stream().map(SearchEntry::message).toList();
    Sql.update(
        c,
        "DELETE FROM search_fresh WHERE account = ? AND message IN (" + Sql.marks(taken) + ")",
        account,
        taken);
    SegmentTable.forgetDead(c, account, taken.stream().filter(dead::contains).toList());
    return taken.size();
  }
}
