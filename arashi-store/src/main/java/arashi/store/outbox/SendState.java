package arashi.store.outbox;

import arashi.store.outbox.OutgoingRow.RecipientRow;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * State of a mail in the outbox, and of each of its recipients.
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
  /** It waits for its next attempt, or for its scheduled time. */
  SCHEDULED,
  /** A node is sending it. */
  SENDING,
  /** The final dot may have been sent; no reply yet. After a crash the outcome is unknown. */
  IN_DOUBT,
  /** It was accepted. */
  SENT,
  /** It was rejected permanently, or retried for too long. */
  FAILED;

  /** The columns of states that are not final. */
  static final List<String> OPEN =
      Arrays.stream(values()).filter(state -> !state.isFinal()).map(SendState::column).toList();

  /** Returns the final state of a mail whose recipients are all final. */
  static SendState ofAll(List<RecipientRow> recipients) {
    return recipients.stream().anyMatch(one -> one.state() == SENT) ? SENT : FAILED;
  }

  /** Returns the column's value. */
  String column() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  static SendState ofColumn(String column) {
    return valueOf(column.toUpperCase(Locale.ROOT).replace(' ', '_'));
  }

  /** Returns whether the state is final. */
  public boolean isFinal() {
    return this == SENT || this == FAILED;
  }
}
