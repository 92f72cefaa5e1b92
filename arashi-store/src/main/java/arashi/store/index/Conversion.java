package arashi.store.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.database.Sql;
import arashi.store.database.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Converts the index of older releases from the terms stored with each message, each account's
 * newest mails first. A step is one transaction, which also lowers the account's watermark. So an
 * interrupted step has no effect, and any node can continue. At the end {@code search_term} is
 * dropped. Blocks; one thread at a time.
 */
final class Conversion {
  private static final Logger log = LoggerFactory.getLogger(Conversion.class);

  /** Interval between progress lines in the log. */
  private static final Duration REPORT = Duration.ofMinutes(1);

  /** Bytes before the word in a field's term. */
  private static final int PREFIX = 2;

  private final Transactions transactions;
  private final SearchIndex index;
  private long after; // the account before the current one
  private boolean isOver;
  private long nextReport;

  Conversion(Transactions transactions, SearchIndex index) {
    this.transactions = transactions;
    this.index = index;
  }

  private record Remembered(long message, List<byte[]> terms) {}

  /** Runs one step; returns false if nothing is left for this node. */
  boolean step() {
    if (isOver) {
      return false;
    }
    Optional<Long> account = transactions.read(c -> accountAfter(c, after));
    if (account.isEmpty()) {
      return endOfRound();
    }
    long id = account.get();
    report(id);
    boolean isMine = transactions.write(c -> convert(c, id));
    if (isMine) {
      index.changed(id);
    } else {
      after = id;
    }
    return true;
  }

  private static Optional<Long> accountAfter(Connection c, long after) throws SQLException {
    return Sql.one(
        c,
        "SELECT account FROM search_conversion WHERE account > ? ORDER BY account LIMIT 1",
        row -> row.getLong(1),
        after);
  }

  private void report(long account) {
    long now = index.time().millis();
    if (now >= nextReport) {
      nextReport = now + REPORT.toMillis();
      log.info(
          "converting the search index: {} accounts are left; {} mails of account" + " {} are left",
          transactions.read(Legacy::accounts),
          transactions.read(c -> Legacy.mails(c, account)),
          account);
    }
  }

  /** Ends a round. Accounts skipped in it may still be in progress on other nodes. */
  private boolean endOfRound() {
    boolean isFirst = after == 0;
    after = 0;
    if (!isFirst) {
      return false;
    }
    boolean dropped = transactions.write(Conversion::dropOldIndex);
    if (dropped) {
      log.info(
          "the conversion of the search index is complete; the index of older releases is dropped");
    }
    isOver = true;
    return dropped;
  }

  /** Deleting row by row would take hours. No account reads the table any more. */
  private static boolean dropOldIndex(Connection c) throws SQLException {
    boolean isThere = Sql.hasTable(c, "search_term");
    if (isThere && !Legacy.exists(c)) {
      Sql.update(c, "DROP TABLE IF EXISTS search_term");
    }
    return isThere;
  }

  private boolean convert(Connection c, long account) throws SQLException {
    Optional<Long> watermark =
        Sql.one(
            c,
            "SELECT message FROM search_conversion WHERE account = ? FOR UPDATE SKIP LOCKED",
            row -> row.getLong(1),
            account);
    if (watermark.isEmpty()) {
      return false;
    }
    int step = index.limits().convertedPerStep();
    List<Remembered> mails =
        Sql.list(
            c,
            "SELECT message, terms FROM message WHERE account = ? AND message < ? ORDER BY message"
                + " DESC LIMIT ?",
            row -> new Remembered(row.getLong(1), unpack(row.getBytes(2))),
            account,
            watermark.get(),
            step);
    List<SearchEntry> entries =
        mails.stream()
            .filter(mail -> mail.terms() != null)
            .map(mail -> new SearchEntry(mail.message(), withWholeTerms(mail.terms())))
            .toList();
    if (!entries.isEmpty()) {
      SegmentTable.insertLive(
          c,
          account,
          index.newSegment(),
          SegmentBuilder.build(entries, index.limits().blockBytes()));
    }
    if (mails.size() < step) {
      Sql.update(c, "DELETE FROM search_conversion WHERE account = ?", account);
      log.debug("account {}: the conversion of the search index is complete", account);
    } else {
      Sql.update(
          c,
          "UPDATE search_conversion SET message = ? WHERE account = ?",
          mails.get(step - 1).message(),
          account);
    }
    return true;
  }

  /** Returns null for a message of this release, which has no stored terms. */
  private static List<byte[]> unpack(byte[] packed) {
    return packed.length == 0 ? null : SearchTerms.unpack(packed);
  }

  /**
   * Restores truncated terms. Older releases cut field terms at 64 bytes, and thus inside words of
   * 63 and 64 bytes. The mail has these words as terms of their own.
   */
  static SortedSet<byte[]> withWholeTerms(List<byte[]> terms) {
    SortedSet<byte[]> whole = new TreeSet<>(Arrays::compareUnsigned);
    whole.addAll(terms);
    List<String> longWords = new ArrayList<>();
    for (byte[] term : terms) {
      if (term.length > SearchTerms.LEGACY_BYTES - PREFIX && !isOfField(term)) {
        longWords.add(new String(term, UTF_8));
      }
    }
    for (byte[] term : terms) {
      if (isOfField(term)) {
        for (String word : longWords) {
          byte[] complete = (new String(term, 0, PREFIX, UTF_8) + word).getBytes(UTF_8);
          if (Arrays.equals(SearchTerms.legacy(complete), term)) {
            whole.add(complete);
          }
        }
      }
    }
    return whole;
  }

  /** Returns true for a letter, a colon and a word. No word contains a colon. */
  private static boolean isOfField(byte[] term) {
    return term.length > PREFIX && term[1] == ':';
  }
}
