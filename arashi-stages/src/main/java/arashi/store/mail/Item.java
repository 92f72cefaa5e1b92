package arashi.store.mail;

import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;

/**
 * A mail as a listing shows it. (folder, uid) is where it is now; {@code message} is its own for
 * life.
 *
 * @param folder id of its folder
 * @param uid unique in its folder, never used twice
 * @param message unique in its account; grows with the time of receipt
 * @param receivedAt when it was received, to the millisecond
 * @param flags what is remembered about it
 * @param modSeq the folder's, when this item last changed
 * @param from the sender, as shown; the recipients if it is {@linkplain Flag#OUTGOING outgoing}
 * @param subject the subject, as shown
 * @param preview the beginning of its text
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

  /** Most characters of {@code from}, {@code subject} and {@code preview}; longer ones are cut. */
  public static final int MAX_TEXT = 255;

  /** The same item with one flag more. */
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

  /** Whether it has that flag. */
  public boolean is(Flag flag) {
    return flags.contains(flag);
  }
}
