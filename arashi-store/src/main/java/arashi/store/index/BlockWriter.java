package arashi.store.index;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Writes terms with their postings as blocks.
 *
 * <pre>
 *   block   = { entry }                       the first entry's term is the block's key
 *   entry   = [ shared length suffix ]        bytes shared with the previous term, then the rest
 *             count                           postings from here on, in this block and the next ones
 *             { ordinal - previous ordinal - 1 }
 *   block whose doc is not 0: the first entry's first posting is doc, and its gap is omitted
 * </pre>
 *
 * All numbers are varints. A list that exceeds a block continues in the next, so each block except
 * the last of a segment is full. See Witten, Moffat and Bell, <i>Managing Gigabytes</i>, 2nd ed.,
 * 3.3 and 4.1 (front coding). Not thread-safe.
 */
final class BlockWriter {
  private static final int LENGTH_BYTES = 2;

  private final int maxBytes;
  private final Consumer<Block> out;
  private final ByteSink data;
  private byte[] last = new byte[0];
  private byte[] key; // key of the current block, or null
  private int doc;

  /**
   * Creates a writer of blocks of at most {@code maxBytes} bytes.
   *
   * @param out takes each full block
   */
  BlockWriter(int maxBytes, Consumer<Block> out) {
    this.maxBytes = maxBytes;
    this.out = out;
    this.data = new ByteSink(maxBytes);
  }

  /** Adds a term with at least one posting. Terms must be in order. */
  void add(byte[] term, Postings postings) {
    begin(term, postings);
    int before = -1;
    for (int i = 0; i < postings.size(); i++) {
      int ordinal = postings.get(i);
      int gap = ordinal - before - 1;
      before = ordinal;
      if (data.size() + ByteSink.varintSize(gap) > maxBytes) {
        flush();
        open(term, ordinal);
        data.putVarint(postings.size() - i);
      } else {
        data.putVarint(gap);
      }
    }
    last = term;
  }

  private void begin(byte[] term, Postings postings) {
    int shared = Math.max(0, Arrays.mismatch(last, term));
    int suffix = term.length - shared;
    int numbers = ByteSink.varintSize(postings.size()) + ByteSink.varintSize(postings.get(0));
    if (key != null && data.size() + LENGTH_BYTES + suffix + numbers > maxBytes) {
      flush();
    }
    if (key == null) {
      open(term, 0);
    } else {
      data.put(shared);
      data.put(suffix);
      data.put(term, shared, suffix);
    }
    data.putVarint(postings.size());
  }

  private void open(byte[] term, int from) {
    key = term;
    doc = from;
  }

  /** Emits the current block, if any. */
  void flush() {
    if (key != null) {
      out.accept(new Block(key, doc, data.toArray()));
      data.clear();
      key = null;
    }
  }
}
