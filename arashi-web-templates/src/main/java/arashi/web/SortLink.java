package arashi.web;

import java.util.Objects;

/**
 * A sort order of a list.
 *
 * @param words label of the sort key
 * @param url the list in this order; for the current order, the reverse
 * @param current true for the current order
 * @param descending true if the greatest is first (for the current order, its present direction)
 */
public record SortLink(MessageKey words, String url, boolean current, boolean descending) {

  public SortLink {
    Objects.requireNonNull(words);
    LocalPath.require(url);
  }
}
