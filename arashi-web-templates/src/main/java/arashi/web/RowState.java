package arashi.web;

/**
 * Flags and markers of a message in a list.
 *
 * @param unread not read yet
 * @param flagged has a star
 * @param attachment has an attachment
 * @param answered was replied to
 * @param forwarded was forwarded
 * @param selected is shown beside the list
 * @param outgoing was written by the reader: the row shows recipients instead of the sender
 */
public record RowState(
    boolean unread,
    boolean flagged,
    boolean attachment,
    boolean answered,
    boolean forwarded,
    boolean selected,
    boolean outgoing) {}
