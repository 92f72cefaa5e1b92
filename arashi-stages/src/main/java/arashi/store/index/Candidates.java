package arashi.store.index;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The messages that have all terms of a query, newest first, from all parts of the index of an
 * account. Some may be deleted: the caller looks up their items. They are right if the {@linkplain
 * #moment moment} still is; if not, a {@link arashi.store.database.StoreException} may say that
 * blocks are missing. Blocks; not thread-safe.
 */
public final class Candidates {
  /** Fewest misses that a look is allowed, so that each look makes progress. */
  private static final int LEAST_LOOK = 16;

  private final PriorityQueue<Source> sources =
      new PriorityQueue<>(Comparator.comparingLong(Source::bound).reversed());
  private final SegmentOpener opener;
  private final Moment moment;
  private final long before;
  private final int budget;
  private int spent;
  private long last = Long.MAX_VALUE; // the message returned last

  /**
   * Candidates of some sources.
   *
   * @param moment of all that the sources read
   * @param before no source has this message or a greater one
   * @param budget most postings to look at, roughly: returned messages, and misses
   */
  Candidates(List<Source> sources, SegmentOpener opener, Moment moment, long before, int budget) {
    this.sources.addAll(sources);
    this.sources.removeIf(source -> source.bound() == Source.END);
    this.opener = opener;
    this.moment = moment;
    this.before = before;
    this.budget = budget;
  }

  /** The next messages up to the limit; fewer at the end, or when the budget is used up. */
  public long[] next(int most) throws SQLException {
    long[] messages = new long[most];
    int size = 0;
    while (size < most && !sources.isEmpty() && !isSpent()) {
      Source source = sources.remove();
      if (source.isReady()) {
        long message = source.bound();
        source.take();
        if (message != last) { // else two sources have it
          last = message;
          messages[size++] = message;
          spent++;
        }
      } else {
        look(source, most - size);
      }
      if (source.bound() != Source.END) {
        sources.add(source);
      }
    }
    return Arrays.copyOf(messages, size);
  }

  private void look(Source source, int wanted) throws SQLException {
    if (source instanceof SegmentSource segment && !segment.isOpen()) {
      opener.open(segment, sources);
      if (segment.bound() == Source.END) {
        return;
      }
    }
    spent += source.look(wanted, Math.max(LEAST_LOOK, budget - spent));
  }

  /** Whether what was read is of one state of the account. */
  public Moment moment() {
    return moment;
  }

  /** Postings that were looked at: returned messages, and misses. */
  public int spent() {
    return spent;
  }

  /** True if there are no more. */
  public boolean isComplete() {
    return sources.isEmpty();
  }

  /** True if the budget is used up, and the search has gone back from where it began. */
  public boolean isSpent() {
    return spent >= budget && reached() < before;
  }

  /** All messages from this one on have been returned; 0 at the end. */
  public long reached() {
    Source next = sources.peek();
    if (next == null) {
      return 0;
    }
    // Its bound may be the last message itself: a stale copy of it.
    return next.isReady() ? last : Math.min(last, next.bound() + 1);
  }
}
