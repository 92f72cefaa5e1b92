package arashi.store.mail;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Flag of an item, set by a user or the service (RFC 9051, 2.3.2). Stored as bits. */
public enum Flag {
  /** The mail was shown, or marked as read. */
  SEEN(1),
  /** The user marked the mail as important. */
  FLAGGED(2),
  /** A reply was sent. */
  ANSWERED(4),
  /** The mail is being written. */
  DRAFT(8),
  /** The mail was forwarded. */
  FORWARDED(16),
  /** The account wrote the mail: listings show its recipients instead of the sender. */
  OUTGOING(32);

  final int bit;

  Flag(int bit) {
    this.bit = bit;
  }

  /** Encodes flags for a column. */
  public static int bits(Collection<Flag> flags) {
    int bits = 0;
    for (Flag flag : flags) {
      bits |= flag.bit;
    }
    return bits;
  }

  /** Decodes the output of {@link #bits}; ignores bits of later releases. */
  public static Set<Flag> ofBits(int bits) {
    Set<Flag> flags = EnumSet.noneOf(Flag.class);
    for (Flag flag : values()) {
      if ((bits & flag.bit) != 0) {
        flags.add(flag);
      }
    }
    return Collections.unmodifiableSet(flags);
  }
}
