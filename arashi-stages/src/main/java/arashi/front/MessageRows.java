package arashi.front;

import arashi.store.mail.Flag;
import arashi.store.mail.Item;
import arashi.web.MessageRow;
import arashi.web.RowState;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Rows of a list, as pages show them. */
public final class MessageRows {
  /** Longest query of a search that addresses of its results carry, in characters. */
  public static final int MOST_FOUND_BY = 2_000;

  private final DisplayFormats shown;

  /** Rows with moments and sizes in these formats. */
  public MessageRows(DisplayFormats shown) {
    this.shown = shown;
  }

  /** The same with moments in the zone that the user has set, if any. */
  public MessageRows of(User user) {
    return new MessageRows(shown.of(user));
  }

  /**
   * One row.
   *
   * @param item the message
   * @param query what the row's address ends in: empty, or a query with its question mark
   * @param selected whether it is the message shown beside the list
   * @param folderName the folder's name, where rows are of several; or null
   * @param locale the reader's language
   */
  public MessageRow row(
      Item item, String query, boolean selected, String folderName, Locale locale) {
    return row(item, Long.toString(item.uid()), query, selected, folderName, locale);
  }

  /** A row of a list whose forms name messages of several folders. */
  public MessageRow found(Item item, String query, String folderName, Locale locale) {
    String name = Selection.name(item.folder(), item.uid());
    return row(item, name, query, false, folderName, locale);
  }

  private MessageRow row(
      Item item, String name, String query, boolean selected, String folderName, Locale locale) {
    return new MessageRow(
        name,
        messageUrl(item.folder(), item.uid()) + query,
        item.from(),
        item.subject(),
        item.preview(),
        shown.brief(item.receivedAt(), locale),
        state(item, selected),
        DisplayFormats.size(item.size()),
        folderName);
  }

  /** What sets a message apart. */
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
   * The end of the address of a message that a search has found.
   *
   * @param search the query of the page of results
   * @return empty if the query is too long; the message then opens in its folder
   */
  public static String foundBy(String search) {
    return search.length() > MOST_FOUND_BY
        ? ""
        : "?found=" + URLEncoder.encode(search, StandardCharsets.UTF_8);
  }

  /** The address of a message. */
  public static String messageUrl(long folder, long uid) {
    return FolderPane.url(folder) + "/" + uid;
  }
}
