package arashi.store.index;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The messages of an account that match the terms of a query, newest first, from all parts of the
 * index. Some may be deleted: the caller looks up their items. They are consistent if the
 * {@linkplain #moment moment} still holds. If not, a {@link arashi.store.database.StoreException}
 * may report missing blocks. Blocks; not thread-safe.
 */
public final class Candidates {
  /** Minimum misses allowed per look, so that each look makes progress. */
  private static final int LEAST_LOOK = 16;

  private final PriorityQueue<Source> sources =
      new PriorityQueue<>(Comparator.comparingLong(Source::bound).reversed());
  private final Moment moment;
  private final long before;
  private final int budget;
  private int spent;
  private long last = Long.MAX_VALUE; // the last message returned

  /**
   * Creates the candidates of some sources.
   *
   * @param moment validates what the sources read
   * @param before exclusive upper bound of all messages
   * @param budget approximate limit on postings examined: returned messages and misses
   */
  Candidates(List<Source> sources, Moment moment, long before, int budget) {
    this.sources.addAll(sources);
    this.sources.removeIf(source -> source.bound() == Source.END);
    this.moment = moment;
    this.before = before;
    this.budget = budget;
  }

  /** Returns up to {@code most} messages; fewer at the end, or when the budget is spent. */
  public long[] next(int most) {
    long[] messages = new long[most];
    int size = 0;
    while (size < most && !sources.isEmpty() && !isSpent()) {
      Source source = sources.remove();
      if (source.isReady()) {
        long message = source.bound();
        source.take();
        if (message != last) { // else it is a duplicate of another source
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

  private void look(Source source, int wanted) {
    if (source instanceof SegmentSource segment && !segment.isOpen()) {
      segment.opener().open(segment, sources);
      if (segment.bound() == Source.END) {
        return;
      }
    }
    spent += source.look(wanted, Math.max(LEAST_LOOK, budget - spent));
  }

  /** Returns the check that all reads saw one state of the account. */
  public Moment moment() {
    return moment;
  }

  /** Returns the postings examined so far: returned messages and misses. */
  public int spent() {
    return spent;
  }

  /** Returns true if there are no more messages. */
  public boolean isComplete() {
    return sources.isEmpty();
  }

  /** Returns true if the budget is spent and the search has made progress. */
  public boolean isSpent() {
    return spent >= budget && reached() < before;
  }

  /**
   * Returns the least message reached: all messages from it on have been returned; 0 at the end.
   */
  public long reached() {
    Source next = sources.peek();
    if (next == null) {
      return 0;
    }
    // The bound may equal the last message, for a stale copy of it.
    return next.isReady() ? last : Math.min(last, next.bound() + 1);
  }
}
