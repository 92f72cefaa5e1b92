package arashi.web;

import java.util.Objects;

/**
 * One way to sort a list.
 *
 * @param words names what it sorts by
 * @param url the list sorted so; for the current order, sorted the other way round
 * @param current true if the list is sorted so
 * @param descending true if greatest first (for the current order, as it is now)
 */
public record SortLink(MessageKey words, String url, boolean current, boolean descending) {

  /** Checks the words and the path. */
  public SortLink {
    Objects.requireNonNull(words);
    LocalPath.require(url);
  }
}
