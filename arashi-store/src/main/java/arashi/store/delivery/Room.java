package arashi.store.delivery;

import arashi.store.database.Tx;
import arashi.store.mail.Folders;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Room that quotas leave in accounts, for the transaction that stores. The rows of limited accounts
 * are locked until its end: all who add mail lock that row, so parallel sessions cannot together
 * exceed a quota that each alone keeps.
 */
final class Room {
  private final Map<Long, Long> left;

  private Room(Map<Long, Long> left) {
    this.left = left;
  }

  private record Limited(long account, long bytes) {}

  /**
   * Locks the limited ones of the accounts, in ascending order, and reads what they use.
   *
   * @param accounts non-empty
   */
  static Room lock(Tx tx, Quotas quotas, List<Long> accounts) {
    List<Limited> limited =
        tx
            .list(
                "SELECT id, quota, service_class FROM account WHERE id IN (?) ORDER BY id",
                row ->
                    new Limited(
                        row.getLong("id"),
                        quotas.bytesOf(row.getLong("quota"), row.getString("service_class"))),
                accounts)
            .stream()
            .filter(one -> one.bytes() < Long.MAX_VALUE)
            .toList();
    Map<Long, Long> left = new HashMap<>();
    for (Limited one : limited) {
      tx.lockAccount(one.account());
      long used = Folders.bytes(tx, one.account());
      left.put(one.account(), one.bytes() - used);
    }
    return new Room(left);
  }

  /** Returns true if no account has a limit. */
  boolean isUnlimited() {
    return left.isEmpty();
  }

  /**
   * Takes room for a mail in all accounts if one of them has it: the others must not lose a mail of
   * a common alias unnoticed.
   *
   * @return false if none has room; then nothing is taken
   */
  boolean take(Collection<Long> accounts, long size) {
    if (accounts.stream().noneMatch(account -> left.getOrDefault(account, size) >= size)) {
      return false;
    }
    accounts.forEach(account -> left.computeIfPresent(account, (id, bytes) -> bytes - size));
    return true;
  }
}
