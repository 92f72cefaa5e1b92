package arashi.store.mail;

import java.time.Instant;
import java.util.List;

/**
 * An answer that says how far back it reaches.
 *
 * @param rows hits, newest first
 * @param reached every hit that is newer than this message, or is it, is in the rows; continue
 *     before it
 * @param complete whether there is nothing before
 * @param looked rows of the index that were looked at, roughly; counts against the budget
 * @param modSeq number of the account's last change when it was searched; {@link #NOT_READ} without
 *     terms
 */
public record SearchResult(
    List<Item> rows, long reached, boolean complete, int looked, long modSeq) {

  /** No number was read. */
  public static final long NOT_READ = -1;

  /** The time of receipt down to which the account was searched. */
  public Instant reachedAt() {
    return Instant.ofEpochMilli(MessageIds.millis(reached));
  }
}
