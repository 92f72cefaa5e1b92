package arashi.store.index;

import arashi.store.database.BulkInsert;
import arashi.store.database.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * The index by which mails are found: append, remove, look up. Each method that takes a connection
 * is part of the caller's transaction and blocks; all are safe from any thread.
 */
public final class SearchIndex {
  private static final int RANDOM_BITS = 20;

  private final InstantSource time;
  private final RandomGenerator random;
  private final IndexLimits limits;
  private final BlockCache cache;
  private final WorkList work;
  private volatile boolean isConverted;

  /**
   * The index of a database.
   *
   * @param random tells segments apart that are made in the same millisecond
   */
  public SearchIndex(InstantSource time, RandomGenerator random, IndexLimits limits) {
    this.time = time;
    this.random = random;
    this.limits = limits;
    this.cache = new BlockCache(limits.cacheBytes());
    this.work = new WorkList();
  }

  IndexLimits limits() {
    return limits;
  }

  InstantSource time() {
    return time;
  }

  /** Accounts in which there may be something to fold. */
  WorkList work() {
    return work;
  }

  /** What tells this process from others that fold. */
  long newOwner() {
    return random.nextLong(1, Long.MAX_VALUE);
  }

  /** An id that no segment has, most likely: else its insertion fails, and is tried again. */
  long newSegment() {
    return time.millis() << RANDOM_BITS | random.nextInt(1 << RANDOM_BITS);
  }

  /**
   * Adds messages. Their ids are new to the account, and {@link #selectUsed} selects none of them.
   * A large batch becomes a segment at once; a small one waits for others.
   */
  public void append(Connection c, long account, List<SearchEntry> mails) throws SQLException {
    if (mails.size() >= limits.directMails()) {
      SegmentTable.insertLive(
          c, account, newSegment(), SegmentBuilder.build(mails, limits.blockBytes()));
      return;
    }
    insertFresh(c, account, mails, false);
  }

  /**
   * Adds messages of which only some terms are known yet; {@link LateTerms} completes them. Until
   * then they stay out of segments. Their ids are new as above.
   */
  public void appendIncomplete(Connection c, long account, List<SearchEntry> mails)
      throws SQLException {
    insertFresh(c, account, mails, true);
  }

  /**
   * Gives messages other terms; those that they had are not found any more. The caller has locked
   * the account's row, gives its change a number, and the messages are there; their old terms are
   * all in the index, as {@link #isConverted(Connection, long)} says.
   */
  public void replace(Connection c, long account, List<SearchEntry> mails) throws SQLException {
    List<Long> messages = mails.stream().map(SearchEntry::message).sorted().toList();
    if (messages.isEmpty()) {
      return;
    }
    Set<Long> fresh =
        new HashSet<>(
            Sql.list(
                c,
                "SELECT message FROM search_fresh WHERE account = ? AND message IN ("
                    + Sql.marks(messages)
                    + ") FOR UPDATE",
                row -> row.getLong(1),
                account,
                messages));
    List<SearchEntry> others = new ArrayList<>();
    for (SearchEntry mail : mails) {
      if (fresh.contains(mail.message())) {
        Sql.update(
            c,
            "UPDATE search_fresh SET terms = ?, incomplete = FALSE WHERE account = ? AND message"
                + " = ?",
            TermList.encode(mail.terms()),
            account,
            mail.message());
      } else {
        others.add(mail);
      }
    }
    if (!others.isEmpty()) {
      StaleMails.mark(
          c, account, cache, others.stream().map(SearchEntry::message).sorted().toList());
      append(c, account, others);
    }
  }

  private static void insertFresh(
      Connection c, long account, List<SearchEntry> mails, boolean incomplete) throws SQLException {
    BulkInsert rows =
        new BulkInsert(c, "search_fresh", "account", "message", "terms", "incomplete");
    for (SearchEntry mail : mails) {
      rows.add(account, mail.message(), TermList.encode(mail.terms()), incomplete);
    }
    rows.flush();
  }

  /** True if an account has messages of which only some terms are known yet. */
  public boolean awaitsTerms(Connection c, long account) throws SQLException {
    return Sql.one(
            c,
            "SELECT 1 FROM search_fresh WHERE account = ? AND incomplete LIMIT 1",
            row -> row.getLong(1),
            account)
        .isPresent();
  }

  /** Notes, after the commit, that messages were added or removed. Never blocks. */
  public void changed(long account) {
    work.add(account);
  }

  /**
   * Selects those of some ids that deleted messages still have in the index, and {@code FALSE}; for
   * a union. Takes the account and the ids.
   */
  public static String selectUsed(List<Long> ids) {
    return "SELECT message, FALSE FROM search_dead WHERE account = ? AND message IN ("
        + Sql.marks(ids)
        + ")";
  }

  /**
   * Removes messages that are about to be deleted; before their rows are. Their postings stay until
   * a fold; the search hides them, because they have no item.
   */
  public void remove(Connection c, long account, List<Long> messages) throws SQLException {
    Set<Long> left = new HashSet<>(messages);
    if (mayHaveLegacy(c)) {
      left.removeAll(Legacy.remove(c, account, messages));
    }
    BulkInsert rows = new BulkInsert(c, "search_dead", "account", "message");
    for (long message : left.stream().sorted().toList()) {
      rows.add(account, message);
    }
    rows.flush();
  }

  /**
   * True if searches need no snapshot: no account is left that older releases indexed. None ever
   * comes back.
   */
  public boolean isConverted(Connection c) throws SQLException {
    return !mayHaveLegacy(c);
  }

  /** True if an account has nothing left that only the index of older releases has. */
  public boolean isConverted(Connection c, long account) throws SQLException {
    return !mayHaveLegacy(c) || Legacy.watermark(c, account).isEmpty();
  }

  /**
   * Messages that have all terms. If there is no snapshot, each statement sees the database as it
   * is then; the caller makes sure in the end that their {@linkplain Candidates#moment moment} is
   * still.
   *
   * @param inSnapshot true if the connection is in a snapshot; else {@link #isConverted}
   * @param terms at least one, each once, in the order of their bytes
   * @param low the least message that is wanted
   * @param before only messages that are less are wanted
   * @param budget most postings to look at, roughly
   */
  public Candidates candidates(
      Connection c,
      boolean inSnapshot,
      long account,
      List<byte[]> terms,
      long low,
      long before,
      int budget)
      throws SQLException {
    IndexState state = IndexState.read(c, account, terms, low, before, cache);
    Moment moment = new Moment(account, state.modSeq(), inSnapshot);
    SegmentBlocks blocks = new SegmentBlocks(c, account, cache, moment);
    List<Source> sources = new ArrayList<>();
    sources.add(new FoundIds(state.fresh()));
    for (LiveSegment segment : state.segments()) {
      if (segment.mayHave(low, before)) {
        sources.add(new SegmentSource(blocks, segment, low, before));
      }
    }
    if (mayHaveLegacy(c)) {
      Optional<Long> watermark = Legacy.watermark(c, account);
      if (watermark.isPresent()) {
        sources.add(new LegacySource(c, account, terms, low, Math.min(before, watermark.get())));
      }
    }
    SegmentOpener opener = new SegmentOpener(blocks, terms, state.lookups());
    return new Candidates(sources, opener, moment, before, budget);
  }

  private boolean mayHaveLegacy(Connection c) throws SQLException {
    if (!isConverted && !Legacy.exists(c)) {
      isConverted = true;
    }
    return !isConverted;
  }
}
