package arashi.store.outbox;

import java.util.Locale;

/**
 * What becomes of a mail in the outbox, and of each of its recipients.
 *
 * <pre>
 *   HELD ──────► SENDING ──► IN_DOUBT ──► SENT
 *   (undo)         │  ▲         │
 *                  ▼  │         └─(crash)─► SENDING, once more
 *               SCHEDULED ──► FAILED
 * </pre>
 */
public enum SendState {
  /** It can still be undone. */
  HELD,
  /** It waits for its next attempt, or for the moment that its writer chose. */
  SCHEDULED,
  /** A node is sending it. */
  SENDING,
  /** All of it was handed over but for the answer. After a crash here nobody knows. */
  IN_DOUBT,
  /** It was accepted. */
  SENT,
  /** It was refused for good, or for too long. */
  FAILED;

  /** As the column has it. */
  String column() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  static SendState ofColumn(String column) {
    return valueOf(column.toUpperCase(Locale.ROOT).replace(' ', '_'));
  }

  /** Whether nothing more happens by itself. */
  public boolean isFinal() {
    return this == SENT || this == FAILED;
  }
}
