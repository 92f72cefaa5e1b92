package arashi.front;

import arashi.store.Flag;
import arashi.store.Item;
import arashi.web.Marks;
import arashi.web.MessageRow;
import java.util.Locale;

/** Rows of a list, as pages show them. */
public final class MessageRows {
  private final Shown shown;

  /** Rows with moments and sizes in these formats. */
  public MessageRows(Shown shown) {
    this.shown = shown;
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
    return new MessageRow(
        Long.toString(item.uid()),
        messageUrl(item.folder(), item.uid()) + query,
        item.from(),
        item.subject(),
        item.preview(),
        shown.brief(item.receivedAt(), locale),
        new Marks(!item.is(Flag.SEEN), item.is(Flag.FLAGGED), item.hasAttachment(), selected),
        Shown.size(item.size()),
        folderName);
  }

  /** The address of a message. */
  public static String messageUrl(long folder, long uid) {
    return FolderPane.url(folder) + "/" + uid;
  }
}
