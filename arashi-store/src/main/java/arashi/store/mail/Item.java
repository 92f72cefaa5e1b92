package arashi.store.mail;

import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;

/**
 * A mail as shown in listings. (folder, uid) is its current place; {@code message} never changes.
 *
 * @param folder id of its folder
 * @param uid unique in its folder, never reused
 * @param message unique in its account; grows with the time of receipt
 * @param receivedAt time of receipt, to the millisecond
 * @param flags its flags
 * @param modSeq modseq of the folder when this item last changed
 * @param from display text of the sender, or of the recipients if it is {@linkplain Flag#OUTGOING
 *     outgoing}
 * @param subject display text of the subject
 * @param preview beginning of its text
 * @param size bytes of the raw mail
 * @param hasAttachment whether to show a paper clip
 */
public record Item(
    long folder,
    long uid,
    long message,
    Instant receivedAt,
    Set<Flag> flags,
    long modSeq,
    String from,
    String subject,
    String preview,
    long size,
    boolean hasAttachment) {

  /** Maximum characters in {@code from}, {@code subject} and {@code preview}; the rest is cut. */
  public static final int MAX_TEXT = 255;

  /** Returns the item with an additional flag. */
  public Item with(Flag flag) {
    Set<Flag> more = EnumSet.of(flag);
    more.addAll(flags);
    return new Item(
        folder,
        uid,
        message,
        receivedAt,
        more,
        modSeq,
        from,
        subject,
        preview,
        size,
        hasAttachment);
  }

  /** Returns whether it has that flag. */
  public boolean is(Flag flag) {
    return flags.contains(flag);
  }
}
