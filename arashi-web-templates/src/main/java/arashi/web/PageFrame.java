package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * What every page has around its own content.
 *
 * @param account name of the person signed in, or null
 * @param admin whether that person may open the console
 * @param csrf token that every form sends back as {@code csrf}
 * @param folders the folder pane, in the order shown; empty before login or when it could not be
 *     had
 * @param query text in the search box, possibly empty
 * @param notice what just happened, or null
 * @param look what the person has set of all pages
 * @param state number of the last change that the page shows, from which on a script follows what
 *     changes; {@link #NOT_FOLLOWED} if none does
 */
public record PageFrame(
    String account,
    boolean admin,
    String csrf,
    List<FolderLink> folders,
    String query,
    Notice notice,
    Look look,
    long state) {
  /** Of a page that shows one moment. */
  public static final long NOT_FOLLOWED = -1;

  /** Checks that the required parts are there and copies the folders. */
  public PageFrame {
    Objects.requireNonNull(csrf);
    Objects.requireNonNull(query);
    Objects.requireNonNull(look);
    folders = List.copyOf(folders);
  }

  /** Of somebody who has set nothing. */
  public PageFrame(
      String account,
      boolean admin,
      String csrf,
      List<FolderLink> folders,
      String query,
      Notice notice) {
    this(account, admin, csrf, folders, query, notice, Look.OF_BROWSER);
  }

  /** Of a page that shows one moment. */
  public PageFrame(
      String account,
      boolean admin,
      String csrf,
      List<FolderLink> folders,
      String query,
      Notice notice,
      Look look) {
    this(account, admin, csrf, folders, query, notice, look, NOT_FOLLOWED);
  }

  /** The surroundings of a page for somebody who is not signed in. */
  public static PageFrame anonymous(String csrf) {
    return new PageFrame(null, false, csrf, List.of(), "", null);
  }

  /** The same with another notice; null for none. */
  public PageFrame withNotice(Notice other) {
    return new PageFrame(account, admin, csrf, folders, query, other, look, state);
  }

  /**
   * What somebody has set of all pages.
   *
   * @param theme colours
   * @param zone time zone (IANA) in which scripts show moments; empty for the browser's
   */
  public record Look(Theme theme, String zone) {
    /** As the browser asks. */
    public static final Look OF_BROWSER = new Look(Theme.SYSTEM, "");

    /** Checks that both are there. */
    public Look {
      Objects.requireNonNull(theme);
      Objects.requireNonNull(zone);
    }
  }

  /** Colours of a page. */
  public enum Theme {
    /** As the browser asks. */
    SYSTEM,
    /** Dark on light. */
    LIGHT,
    /** Light on dark. */
    DARK
  }
}
