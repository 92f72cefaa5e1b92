package arashi.web;

import java.util.Objects;

/**
 * One way to sort a list.
 *
 * @param key what it sorts by
 * @param url the list sorted so; for the current key, sorted the other way round
 * @param current true if the list is sorted by this key
 * @param descending true if greatest first (for the current key, as it is now)
 */
public record SortLink(Key key, String url, boolean current, boolean descending) {

  /** What lists can be sorted by. */
  public enum Key {
    /** When received. */
    DATE,
    /** From whom. */
    SENDER,
    /** About what. */
    SUBJECT,
    /** How large. */
    SIZE
  }

  /** Checks the key and the path. */
  public SortLink {
    Objects.requireNonNull(key);
    LocalPath.require(url);
  }
}
