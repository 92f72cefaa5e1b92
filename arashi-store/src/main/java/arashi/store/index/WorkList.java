package arashi.store.index;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A bounded FIFO set of accounts that may need a fold. The next round finds an account that did not
 * fit. Safe from any thread; never blocks for long.
 */
final class WorkList {
  private static final int CAPACITY = 10_000;

  private final Set<Long> accounts = new LinkedHashSet<>();

  synchronized void add(long account) {
    if (accounts.size() < CAPACITY) {
      accounts.add(account);
    }
  }

  synchronized Optional<Long> takeFirst() {
    Optional<Long> first = accounts.stream().findFirst();
    first.ifPresent(accounts::remove);
    return first;
  }
}
