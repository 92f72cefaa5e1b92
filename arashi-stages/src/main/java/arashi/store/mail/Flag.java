package arashi.store.mail;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** What a user or the service remembers about an item (RFC 9051, 2.3.2). Stored as bits. */
public enum Flag {
  /** It was shown, or marked as read. */
  SEEN(1),
  /** It was marked as important. */
  FLAGGED(2),
  /** A reply was sent. */
  ANSWERED(4),
  /** It is being written. */
  DRAFT(8),
  /** It was forwarded. */
  FORWARDED(16),
  /** The account wrote it: its item has the recipients where others have the sender. */
  OUTGOING(32);

  final int bit;

  Flag(int bit) {
    this.bit = bit;
  }

  /** As a column has them. */
  public static int bits(Collection<Flag> flags) {
    int bits = 0;
    for (Flag flag : flags) {
      bits |= flag.bit;
    }
    return bits;
  }

  /** The reverse of {@link #bits}; bits of later releases are ignored. */
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
