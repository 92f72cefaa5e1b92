package arashi.store.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Messages of one segment that have all terms. Iterates over the postings of the segment's rarest
 * term, and looks up each in those of the other terms. See Witten, Moffat and Bell, <i>Managing
 * Gigabytes</i>, 2nd ed., 4.3. Blocks; not thread-safe.
 */
final class SegmentSource implements Source {
  private final SegmentBlocks blocks;
  private final SegmentOpener opener;
  private final LiveSegment segment;
  private final long low;
  private final long before;
  private final SegmentIds ids;
  private List<PostingsCursor> cursors; // rarest first; null until opened
  private int next; // where to continue in the rarest term's ordinals
  private long[] found = {};
  private int at;
  private long bound;

  /** Creates an unopened source of messages from {@code low} up to {@code before}. */
  SegmentSource(
      SegmentBlocks blocks, SegmentOpener opener, LiveSegment segment, long low, long before) {
    this.blocks = blocks;
    this.opener = opener;
    this.segment = segment;
    this.low = low;
    this.before = before;
    this.ids = new SegmentIds(blocks, segment);
    this.bound = Math.min(segment.newest(), before - 1);
  }

  /** Returns the opener that knows the terms to look up. */
  SegmentOpener opener() {
    return opener;
  }

  LiveSegment segment() {
    return segment;
  }

  boolean isOpen() {
    return cursors != null;
  }

  /**
   * Opens the source.
   *
   * @param terms terms of the query
   * @param first for each term, the last block whose key is at most the term's; null if there is
   *     none
   */
  void open(List<byte[]> terms, List<Block> first) {
    cursors = new ArrayList<>();
    for (int i = 0; i < terms.size(); i++) {
      Block block = first.get(i);
      PostingsCursor cursor =
          block == null ? null : PostingsCursor.open(terms.get(i), block, this::more);
      if (cursor == null) {
        bound = END;
        return;
      }
      cursors.add(cursor);
    }
    cursors.sort(Comparator.comparingInt(PostingsCursor::frequency));
    next = ids.firstBelow(before);
  }

  private List<Block> more(byte[] term, int lastDoc, int least) {
    return blocks.more(segment.segment(), term, lastDoc, least);
  }

  @Override
  public long bound() {
    return bound;
  }

  @Override
  public boolean isReady() {
    return at < found.length;
  }

  @Override
  public int look(int wanted, int misses) {
    Postings matches = new Postings();
    int missed = 0;
    int candidate = cursors.get(0).advance(next);
    while (candidate != PostingsCursor.END && matches.size() < wanted && missed < misses) {
      int least = others(candidate);
      if (least == candidate) {
        matches.add(candidate);
        next = candidate + 1;
      } else {
        missed++;
        next = least;
      }
      candidate = next == PostingsCursor.END ? next : cursors.get(0).advance(next);
    }
    found = ids.of(matches);
    at = 0;
    missed += leaveOutStale();
    int below = firstBelowLow();
    if (below < found.length) {
      found = Arrays.copyOf(found, below);
      next = PostingsCursor.END;
      candidate = PostingsCursor.END;
    }
    if (found.length > 0) {
      bound = found[0];
    } else {
      bound = candidate == PostingsCursor.END ? END : idOf(candidate);
    }
    return missed;
  }

  /** Returns the number of messages removed. */
  private int leaveOutStale() {
    if (segment.stale() == 0 || found.length == 0) {
      return 0;
    }
    Set<Long> stale = blocks.stale(segment.segment(), found);
    int all = found.length;
    found = Arrays.stream(found).filter(id -> !stale.contains(id)).toArray();
    return all - found.length;
  }

  private int firstBelowLow() {
    return low == 0 ? found.length : Ids.firstBelow(found, low);
  }

  /** Returns the candidate if all other terms have it; else a lower bound of the next candidate. */
  private int others(int candidate) {
    for (int i = 1; i < cursors.size(); i++) {
      int ordinal = cursors.get(i).advance(candidate);
      if (ordinal != candidate) {
        return ordinal;
      }
    }
    return candidate;
  }

  private long idOf(int ordinal) {
    Postings one = new Postings();
    one.add(ordinal);
    long id = ids.of(one)[0];
    return id < low ? END : id;
  }

  @Override
  public void take() {
    at++;
    if (at < found.length) {
      bound = found[at];
    } else {
      bound = next == PostingsCursor.END ? END : found[at - 1] - 1;
    }
  }
}
