package arashi.front.page;

import arashi.front.session.User;
import arashi.mime.view.Shown;
import arashi.store.mail.Flag;
import arashi.store.mail.Item;
import arashi.web.MessageRow;
import arashi.web.RowState;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Renders the rows of a list. */
public final class MessageRows {
  /** Longest search query that the addresses of its results carry, in characters. */
  public static final int MOST_FOUND_BY = 2_000;

  private final DisplayFormats shown;

  /** Rows with moments and sizes in these formats. */
  public MessageRows(DisplayFormats shown) {
    this.shown = shown;
  }

  /** Returns rows with moments in the user's own zone, if one is set. */
  public MessageRows of(User user) {
    return new MessageRows(shown.of(user));
  }

  /**
   * Returns one row.
   *
   * @param item the message
   * @param query end of the row's address: empty, or a query with its question mark
   * @param selected true for the message shown beside the list
   * @param folderName the folder's name if the list spans several folders, else null
   * @param locale the reader's language
   */
  public MessageRow row(
      Item item, String query, boolean selected, String folderName, Locale locale) {
    return row(item, Long.toString(item.uid()), query, selected, folderName, locale);
  }

  /** Returns a row of a list that spans several folders. */
  public MessageRow found(Item item, String query, String folderName, Locale locale) {
    String name = Selection.name(item.folder(), item.uid());
    return row(item, name, query, false, folderName, locale);
  }

  private MessageRow row(
      Item item, String name, String query, boolean selected, String folderName, Locale locale) {
    return new MessageRow(
        name,
        messageUrl(item.folder(), item.uid()) + query,
        Shown.text(item.from()),
        item.subject(),
        item.preview(),
        shown.brief(item.receivedAt(), locale),
        state(item, selected),
        DisplayFormats.size(item.size()),
        folderName);
  }

  /** Returns the state by which a row is marked. */
  public static RowState state(Item item, boolean selected) {
    return new RowState(
        !item.is(Flag.SEEN),
        item.is(Flag.FLAGGED),
        item.hasAttachment(),
        item.is(Flag.ANSWERED),
        item.is(Flag.FORWARDED),
        selected,
        item.is(Flag.OUTGOING));
  }

  /**
   * Returns the query by which a result's address names its search.
   *
   * @param search the query of the page of results
   * @return empty if the query is too long; the message then opens in its folder
   */
  public static String foundBy(String search) {
    return search.length() > MOST_FOUND_BY
        ? ""
        : "?found=" + URLEncoder.encode(search, StandardCharsets.UTF_8);
  }

  /** Returns the address of a message. */
  public static String messageUrl(long folder, long uid) {
    return FolderPane.url(folder) + "/" + uid;
  }
}
