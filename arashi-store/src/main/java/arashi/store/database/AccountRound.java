package arashi.store.database;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A walk over all accounts in id order, page by page. After the last account it begins anew. For
 * one thread.
 *
 * @param <T> what is read of an account
 */
public final class AccountRound<T> {
  private static final long START = -1;

  private final Pages<T> pages;
  private final ToLongFunction<T> id;
  private final int size;
  private long after = START;
  private long last = START; // last account of the last page of a round

  /** Reads accounts. */
  @FunctionalInterface
  public interface Pages<T> {
    /** Returns at most {@code limit} accounts in id order, after an id. Blocks. */
    List<T> after(long account, int limit);
  }

  /**
   * Creates a round that has not begun.
   *
   * @param id returns the id of an account
   * @param size maximum accounts per page
   */
  public AccountRound(Pages<T> pages, ToLongFunction<T> id, int size) {
    this.pages = pages;
    this.id = id;
    this.size = size;
  }

  /** Returns a round that reads the ids of all accounts. */
  public static AccountRound<Long> ofIds(Transactions transactions, int size) {
    return new AccountRound<>(
        (after, limit) ->
            transactions.read(
                tx ->
                    tx.numbers(
                        "SELECT id FROM account WHERE id > ? ORDER BY id LIMIT ?", after, limit)),
        Long::longValue,
        size);
  }

  /** Reads the accounts after the last one that was passed; empty at the end of the round. */
  public List<T> page() {
    List<T> page = pages.after(after, size);
    last = page.size() == size ? START : page.isEmpty() ? after : idOfLast(page);
    if (page.isEmpty()) {
      after = START;
    }
    return page;
  }

  private long idOfLast(List<T> page) {
    return id.applyAsLong(page.get(page.size() - 1));
  }

  /** Records that an account of the page is done: the next page follows it. */
  public void pass(T account) {
    long passed = id.applyAsLong(account);
    after = passed == last ? START : passed;
  }

  /** Returns true if accounts were passed, and the round has not reached its end. */
  public boolean isUnderWay() {
    return after != START;
  }
}
