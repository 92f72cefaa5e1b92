package arashi.store.index;

/** A source with precomputed messages. */
final class FoundIds implements Source {
  private final long[] descending;
  private int at;

  FoundIds(long[] descending) {
    this.descending = descending;
  }

  @Override
  public long bound() {
    return at < descending.length ? descending[at] : END;
  }

  @Override
  public boolean isReady() {
    return at < descending.length;
  }

  @Override
  public int look(int wanted, int misses) {
    return 0;
  }

  @Override
  public void take() {
    at++;
  }
}
