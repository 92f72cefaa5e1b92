package arashi.store.outbox;

import java.time.Instant;
import java.util.Locale;

/**
 * Whether mail may leave. All nodes of a database share one.
 *
 * @param cause why the outbox is held; {@link Cause#NONE} if it is not
 * @param host machine that changed it last; empty if it never changed
 * @param changedAt time of the last change; the epoch if it never changed
 */
public record Hold(Cause cause, String host, Instant changedAt) {
  /** Never changed. */
  static final Hold NEVER = new Hold(Cause.NONE, "", Instant.EPOCH);

  /** Reason of a hold. */
  public enum Cause {
    /** There is no hold. */
    NONE,
    /** The database looks like a copy of one that is in use elsewhere. */
    COPY,
    /** An operator asked for it. */
    OPERATOR;

    /** Returns the column's value, which is also its label. */
    public String column() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Holds for a cause of a later release, too. */
    static Cause of(String column) {
      for (Cause each : values()) {
        if (each.column().equals(column)) {
          return each;
        }
      }
      return OPERATOR;
    }
  }

  /** True if no mail may leave. */
  public boolean isHeld() {
    return cause != Cause.NONE;
  }
}
