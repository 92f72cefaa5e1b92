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
 */
public record SearchResult(List<Item> rows, long reached, boolean complete) {

  /** The time of receipt down to which the account was searched. */
  public Instant reachedAt() {
    return Instant.ofEpochMilli(MessageIds.millis(reached));
  }
}
