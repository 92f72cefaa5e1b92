package arashi.store.mail;

/**
 * The order of a listing.
 *
 * @param sort sort key
 * @param descending whether the greatest comes first
 */
public record Order(Sort sort, boolean descending) {

  /** Newest first. */
  public static final Order NEWEST_FIRST = new Order(Sort.DATE, true);
}
