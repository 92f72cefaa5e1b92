package arashi.front.compose;

import arashi.store.outbox.OutgoingRow;
import arashi.store.outbox.SendState;
import arashi.web.MessageView.Departure.State;

/** The states of outgoing mail as pages show them. */
public final class SendStates {
  private SendStates() {}

  /** Returns the state of a mail; a waiting one is paused while the outbox is held. */
  public static State of(OutgoingRow row, boolean isOutboxHeld) {
    if (isOutboxHeld && row.isWaiting()) {
      return State.PAUSED;
    }
    return row.isForLater() ? State.LATER : of(row.state());
  }

  /** Returns the state of one recipient. */
  public static State of(SendState state) {
    return switch (state) {
      case HELD -> State.HELD;
      case SCHEDULED -> State.SCHEDULED;
      case SENDING -> State.SENDING;
      case IN_DOUBT -> State.IN_DOUBT;
      case SENT -> State.SENT;
      case FAILED -> State.FAILED;
    };
  }
}
