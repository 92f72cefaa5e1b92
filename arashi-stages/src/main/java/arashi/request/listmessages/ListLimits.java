package arashi.request.listmessages;

import com.typesafe.config.Config;

/**
 * Limits of a list page.
 *
 * @param pageSize messages on a page
 */
public record ListLimits(int pageSize) {

  /** Checks the value. */
  public ListLimits {
    if (pageSize < 1) {
      throw new IllegalArgumentException("mail.page-size = " + pageSize + ", must be at least 1");
    }
    if (pageSize > 500) {
      throw new IllegalArgumentException("mail.page-size = " + pageSize + ", must be at most 500");
    }
  }

  /** Reads {@code mail}. */
  public static ListLimits of(Config config) {
    return new ListLimits(config.getInt("mail.page-size"));
  }
}
