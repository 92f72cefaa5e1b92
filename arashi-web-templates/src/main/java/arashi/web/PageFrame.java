package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * The parts around each page's content.
 *
 * @param account name of the signed-in user, or null
 * @param admin whether the user may open the console
 * @param csrf token that every form sends back as {@code csrf}
 * @param folders the folder pane in display order; empty before login or if unavailable
 * @param query text in the search box, possibly empty
 * @param notice result of the last action, or null
 * @param look the user's display settings
 * @param state number of the last change that the page shows, from which a script follows further
 *     changes; {@link #NOT_FOLLOWED} for none
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
  /** Marks a page that does not follow changes. */
  public static final long NOT_FOLLOWED = -1;

  public PageFrame {
    Objects.requireNonNull(csrf);
    Objects.requireNonNull(query);
    Objects.requireNonNull(look);
    folders = List.copyOf(folders);
  }

  /** Creates a frame with default display settings. */
  public PageFrame(
      String account,
      boolean admin,
      String csrf,
      List<FolderLink> folders,
      String query,
      Notice notice) {
    this(account, admin, csrf, folders, query, notice, Look.OF_BROWSER);
  }

  /** Creates a frame of a page that does not follow changes. */
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

  /** Returns the frame for a visitor who is not signed in. */
  public static PageFrame anonymous(String csrf) {
    return new PageFrame(null, false, csrf, List.of(), "", null);
  }

  /** Returns a copy with another notice; null for none. */
  public PageFrame withNotice(Notice other) {
    return new PageFrame(account, admin, csrf, folders, query, other, look, state);
  }

  /**
   * Display settings.
   *
   * @param theme colours
   * @param zone time zone (IANA) in which scripts show times; empty for the browser's
   */
  public record Look(Theme theme, String zone) {
    /** The browser's settings. */
    public static final Look OF_BROWSER = new Look(Theme.SYSTEM, "");

    public Look {
      Objects.requireNonNull(theme);
      Objects.requireNonNull(zone);
    }
  }

  /** Colours of a page. */
  public enum Theme {
    /** The browser's preference. */
    SYSTEM,
    /** Dark on light. */
    LIGHT,
    /** Light on dark. */
    DARK
  }
}
