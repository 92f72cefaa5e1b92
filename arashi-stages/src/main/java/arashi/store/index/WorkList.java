package arashi.store.index;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Accounts in which there may be something to fold, each once, first in, first out. An account that
 * does not fit is found by the next round of all accounts. Safe from any thread; never blocks for
 * long.
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
