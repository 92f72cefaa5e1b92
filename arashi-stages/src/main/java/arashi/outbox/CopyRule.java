package arashi.outbox;

import arashi.store.outbox.Hold;
import arashi.store.outbox.NodeRow;
import java.util.List;

/**
 * Distinguishes a database in use from a copy of it, by the rows of machines.
 *
 * <p>A machine that has sent from this database before, or any machine if none has, is known. A
 * release counts for all machines until one of them sends. An unknown machine may join if a node on
 * another one runs: its row changes, which the rows of a copy never do. No clock is compared.
 *
 * <p>A copy at the same place of the same machine is not detected.
 */
enum CopyRule {
  /** Mail may leave. */
  SEND,
  /** Mail may leave once a row changes. */
  WATCH,
  /** Mail may not leave. */
  HELD;

  /**
   * Judges a database at the start of a node.
   *
   * @param nodes machines that have sent from it
   * @param self id of this machine
   */
  static CopyRule judge(List<NodeRow> nodes, String self, Hold hold) {
    if (hold.isHeld()) {
      return HELD;
    }
    boolean isKnown = nodes.stream().anyMatch(node -> node.id().equals(self));
    boolean isReleased = nodes.stream().allMatch(node -> node.seenAt().isBefore(hold.changedAt()));
    return isKnown || isReleased ? SEND : WATCH; // released: also if there are no rows
  }
}
