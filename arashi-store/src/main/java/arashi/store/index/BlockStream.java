package arashi.store.index;

import arashi.store.database.Transactions;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Reads the term blocks of an immutable segment, a few at a time. Holds no connection in between.
 * Blocks; not thread-safe.
 */
final class BlockStream implements Iterator<Block> {
  private final Transactions transactions;
  private final long account;
  private final long segment;
  private final int ahead;
  private Iterator<Block> fetched;
  private Block last; // null if none

  /**
   * Starts at the block with the first term after {@code after}.
   *
   * @param ahead blocks per statement
   */
  BlockStream(Transactions transactions, long account, long segment, byte[] after, int ahead) {
    this.transactions = transactions;
    this.account = account;
    this.segment = segment;
    this.ahead = ahead;
    this.fetched =
        transactions
            .read(tx -> new SegmentTable(tx, account).blocksAfter(segment, after, ahead))
            .iterator();
  }

  @Override
  public boolean hasNext() {
    if (!fetched.hasNext() && last != null) {
      Block from = last;
      List<Block> more =
          transactions.read(tx -> new SegmentTable(tx, account).blocksAfter(segment, from, ahead));
      fetched = more.iterator();
    }
    return fetched.hasNext();
  }

  @Override
  public Block next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    last = fetched.next();
    return last;
  }
}
