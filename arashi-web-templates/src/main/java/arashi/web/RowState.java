package arashi.web;

/**
 * What sets a message apart in a list.
 *
 * @param unread not read yet
 * @param flagged has a star
 * @param attachment carries a file
 * @param answered a reply was sent
 * @param forwarded it was sent on
 * @param selected is the one shown beside the list
 * @param outgoing the reader wrote it: the row has the recipients in place of the sender
 */
public record RowState(
    boolean unread,
    boolean flagged,
    boolean attachment,
    boolean answered,
    boolean forwarded,
    boolean selected,
    boolean outgoing) {}
