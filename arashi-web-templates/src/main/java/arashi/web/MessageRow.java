package arashi.web;

import java.util.Objects;

/**
 * One line of a list of messages. All strings are ready to be shown; nothing is looked up or
 * formatted while a page is rendered.
 *
 * @param uid its number in its folder in decimal, sent back by forms as {@code uid=}
 * @param url {@code /mail/{folder}/{uid}}
 * @param from sender, or the recipients of an outgoing one; names or addresses
 * @param subject subject, or empty if there is none
 * @param preview the first words of the text, possibly empty
 * @param date when it was received
 * @param marks what sets it apart
 * @param size as shown ("1.2 MB"), or null where sizes are of no interest
 * @param folder name of the folder it is in, or null where all rows are from one folder
 * @param leaving how far it has left, shown in place of the preview; null if it does not leave
 */
public record MessageRow(
    String uid,
    String url,
    String from,
    String subject,
    String preview,
    DisplayDate date,
    RowState marks,
    String size,
    String folder,
    Leaving leaving) {

  /**
   * How far a mail has left.
   *
   * @param next when it is sent, or sent again; null if that is now or never
   */
  public record Leaving(MessageView.Departure.State state, DisplayDate next) {
    /** Checks that there is a state. */
    public Leaving {
      Objects.requireNonNull(state);
    }
  }

  /** A row of a mail that does not leave. */
  public MessageRow(
      String uid,
      String url,
      String from,
      String subject,
      String preview,
      DisplayDate date,
      RowState marks,
      String size,
      String folder) {
    this(uid, url, from, subject, preview, date, marks, size, folder, null);
  }

  /** The same of a mail that leaves. */
  public MessageRow with(Leaving how) {
    return new MessageRow(uid, url, from, subject, preview, date, marks, size, folder, how);
  }

  /** Checks that the required parts are there and that the url is a path. */
  public MessageRow {
    Objects.requireNonNull(uid);
    LocalPath.require(url);
    Objects.requireNonNull(from);
    Objects.requireNonNull(subject);
    Objects.requireNonNull(preview);
    Objects.requireNonNull(date);
    Objects.requireNonNull(marks);
  }
}
