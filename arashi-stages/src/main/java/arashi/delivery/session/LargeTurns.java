package arashi.delivery.session;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Turns of large mails in the stages: few at a time, first come first served, because each takes a
 * thread of the store pool for a tenth of a second or more, which readers and small mails wait for.
 * Any thread; never blocks.
 */
final class LargeTurns {
  /** Mails above this size take turns; others are stored in shared transactions as they come. */
  static final long LARGE_BYTES = 1 << 20;

  private final int together;
  private final Set<Object> taken = new LinkedHashSet<>();
  private final Map<Object, Runnable> waiting = new LinkedHashMap<>();

  /**
   * Creates free turns.
   *
   * @param together mails at the same time, 1 or more
   */
  LargeTurns(int together) {
    this.together = together;
  }

  /**
   * Takes a turn for a mail, or keeps the one that it has.
   *
   * @param comes called on any thread when the turn comes; the mail has it then
   * @return false if it waits
   */
  synchronized boolean tryTake(Object mail, Runnable comes) {
    if (taken.contains(mail)) {
      return true;
    }
    if (taken.size() >= together) {
      waiting.putIfAbsent(mail, comes);
      return false;
    }
    return taken.add(mail);
  }

  /** Gives back a mail's turn or place, if it has one. */
  void giveBack(Object mail) {
    List<Runnable> comes = new ArrayList<>();
    synchronized (this) {
      waiting.remove(mail);
      if (taken.remove(mail) && !waiting.isEmpty()) {
        Map.Entry<Object, Runnable> next = waiting.entrySet().iterator().next();
        waiting.remove(next.getKey());
        taken.add(next.getKey());
        comes.add(next.getValue());
      }
    }
    comes.forEach(Runnable::run);
  }
}
