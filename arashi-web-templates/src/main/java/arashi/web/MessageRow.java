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
    String folder) {

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
