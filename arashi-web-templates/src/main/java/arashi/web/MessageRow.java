package arashi.web;

import java.util.Objects;

/**
 * A row of a message list. All strings are ready for display; rendering looks up and formats
 * nothing.
 *
 * @param uid its number in its folder in decimal, sent back by forms as {@code uid=}
 * @param url {@code /mail/{folder}/{uid}}
 * @param from sender, or the recipients of an outgoing mail; names or addresses
 * @param subject subject, or empty
 * @param preview the first words of the text, possibly empty
 * @param date time of arrival
 * @param marks flags and markers
 * @param size displayed size ("1.2 MB"), or null if not shown
 * @param folder name of its folder, or null if all rows share one
 * @param leaving state of an outgoing mail, shown in place of the preview; or null
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
   * The state of an outgoing mail.
   *
   * @param state the state
   * @param next time of the next attempt, or null if it is immediate or never
   */
  public record Leaving(MessageView.Departure.State state, DisplayDate next) {
    public Leaving {
      Objects.requireNonNull(state);
    }
  }

  /** Creates a row of a mail that is not outgoing. */
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

  /** Returns a copy for an outgoing mail. */
  public MessageRow with(Leaving how) {
    return new MessageRow(uid, url, from, subject, preview, date, marks, size, folder, how);
  }

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
