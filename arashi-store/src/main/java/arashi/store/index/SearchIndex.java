package arashi.store.index;

import arashi.store.database.BulkInsert;
import arashi.store.database.Tx;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * The search index: append, remove, look up. Each method that takes a transaction runs in the
 * caller's transaction and blocks. All methods are safe from any thread.
 */
public final class SearchIndex {
  /**
   * Selects those of some ids that deleted messages still occupy in the index, with {@code FALSE};
   * for a UNION. Takes the account and the ids.
   */
  public static final String SELECT_USED =
      "SELECT message, FALSE FROM search_dead WHERE account = ? AND message IN (?)";

  private static final int RANDOM_BITS = 20;

  private final InstantSource time;
  private final RandomGenerator random;
  private final IndexLimits limits;
  private final BlockCache cache;
  private final WorkList work;

  /**
   * Creates the index of a database.
   *
   * @param random distinguishes segments created in the same millisecond
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

  /** Returns the accounts that may need a fold. */
  WorkList work() {
    return work;
  }

  /** Returns an id that distinguishes this process from others that fold. */
  long newOwner() {
    return random.nextLong(1, Long.MAX_VALUE);
  }

  /** Returns a new segment id. A collision is unlikely; the insert then fails and is retried. */
  long newSegment() {
    return time.millis() << RANDOM_BITS | random.nextInt(1 << RANDOM_BITS);
  }

  /**
   * Adds messages. Their ids must be new to the account and must not be selected by {@link
   * #SELECT_USED}. A large batch becomes a segment at once; a small one is stored as fresh mails.
   */
  public void append(Tx tx, long account, List<SearchEntry> mails) {
    if (mails.size() >= limits.directMails()) {
      new SegmentTable(tx, account)
          .insertLive(newSegment(), SegmentBuilder.build(mails, limits.blockBytes()));
      return;
    }
    insertFresh(tx, account, mails, false);
  }

  /**
   * Adds messages with only some of their terms; {@link LateTerms} completes them. Until then they
   * stay outside segments. Their ids must be new as for {@link #append}.
   */
  public void appendIncomplete(Tx tx, long account, List<SearchEntry> mails) {
    insertFresh(tx, account, mails, true);
  }

  /**
   * Replaces the terms of messages. The caller has locked the account's row and gives its change a
   * number. The messages exist.
   */
  public void replace(Tx tx, long account, List<SearchEntry> mails) {
    List<Long> messages = mails.stream().map(SearchEntry::message).sorted().toList();
    if (messages.isEmpty()) {
      return;
    }
    Set<Long> fresh =
        new HashSet<>(
            tx.numbers(
                """
                SELECT message FROM search_fresh
                WHERE account = ? AND message IN (?) FOR UPDATE
                """,
                account,
                messages));
    List<SearchEntry> others = new ArrayList<>();
    for (SearchEntry mail : mails) {
      if (fresh.contains(mail.message())) {
        tx.update(
            """
            UPDATE search_fresh SET terms = ?, incomplete = FALSE
            WHERE account = ? AND message = ?
            """,
            TermList.encode(mail.terms()),
            account,
            mail.message());
      } else {
        others.add(mail);
      }
    }
    if (!others.isEmpty()) {
      StaleMails.mark(
          tx, account, cache, others.stream().map(SearchEntry::message).sorted().toList());
      append(tx, account, others);
    }
  }

  private static void insertFresh(
      Tx tx, long account, List<SearchEntry> mails, boolean incomplete) {
    BulkInsert rows = tx.into("search_fresh", "account", "message", "terms", "incomplete");
    for (SearchEntry mail : mails) {
      rows.add(account, mail.message(), TermList.encode(mail.terms()), incomplete);
    }
    rows.flush();
  }

  /** Returns true if an account has messages with incomplete terms. */
  public boolean awaitsTerms(Tx tx, long account) {
    return tx.exists(
        "SELECT 1 FROM search_fresh WHERE account = ? AND incomplete LIMIT 1", account);
  }

  /** Records, after the commit, that messages were added or removed. Never blocks. */
  public void changed(long account) {
    work.add(account);
  }

  /**
   * Removes messages before their rows are deleted. Their postings stay until a fold; searches skip
   * them, because they have no item.
   */
  public void remove(Tx tx, long account, List<Long> messages) {
    BulkInsert rows = tx.into("search_dead", "account", "message");
    for (long message : messages.stream().distinct().sorted().toList()) {
      rows.add(account, message);
    }
    rows.flush();
  }

  /**
   * Returns the messages that match a query. Without a snapshot, each statement sees the database
   * as of its own time. The caller then checks at the end that the {@linkplain Candidates#moment
   * moment} still holds.
   *
   * @param inSnapshot whether the transaction is a snapshot
   * @param terms at least one present one
   * @param low inclusive lower bound of messages
   * @param before exclusive upper bound of messages
   * @param budget approximate limit on postings examined
   */
  public Candidates candidates(
      Tx tx,
      boolean inSnapshot,
      long account,
      QueryTerms terms,
      long low,
      long before,
      int budget) {
    IndexState state = IndexState.read(tx, account, terms, low, before, cache);
    Moment moment = new Moment(account, state.modSeq(), inSnapshot);
    SegmentBlocks blocks = new SegmentBlocks(tx, account, cache, moment);
    List<Source> sources = new ArrayList<>();
    sources.add(new FoundIds(state.fresh()));
    List<SegmentOpener> openers = new ArrayList<>();
    openers.add(new SegmentOpener(blocks, terms.present(), state.lookups()));
    if (state.hasEarlier()) {
      BlockLookups none = new BlockLookups(account, terms.earlier(), cache);
      openers.add(new SegmentOpener(blocks, terms.earlier(), none));
    }
    for (SegmentOpener opener : openers) {
      for (LiveSegment segment : state.segments()) {
        if (segment.mayHave(low, before)) {
          sources.add(new SegmentSource(blocks, opener, segment, low, before));
        }
      }
    }
    return new Candidates(sources, moment, before, budget);
  }
}
