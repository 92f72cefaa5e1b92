package arashi.store.mail;

import java.time.Instant;
import java.util.List;

/**
 * A page of hits, and how far back the search has reached.
 *
 * @param rows hits, newest first
 * @param reached the rows contain every hit with this or a greater message id; continue before it
 * @param complete whether the search has reached the end
 * @param looked approximate number of index rows examined; counts against the budget
 * @param modSeq modseq of the account during the search; {@link #NOT_READ} without terms
 */
public record SearchResult(
    List<Item> rows, long reached, boolean complete, int looked, long modSeq) {

  /** The modseq was not read. */
  public static final long NOT_READ = -1;

  /** Returns the time of receipt down to which the account was searched. */
  public Instant reachedAt() {
    return Instant.ofEpochMilli(MessageIds.millis(reached));
  }
}
