package arashi.request.listmessages;

import arashi.front.page.DisplayFormats;
import arashi.front.session.User;
import arashi.store.Store;
import arashi.store.mail.Item;
import arashi.store.outbox.OutgoingRow;
import arashi.store.outbox.SendState;
import arashi.web.MessageRow;
import arashi.web.MessageRow.Leaving;
import arashi.web.MessageView.Departure.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Adds the sending state to the rows of the Outbox folder. Blocks on the database. */
final class Leavings {
  private final Store store;
  private final DisplayFormats shown;

  Leavings(Store store, DisplayFormats shown) {
    this.store = store;
    this.shown = shown;
  }

  /** Returns the rows with their state. A row without an entry in the outbox gets none. */
  List<MessageRow> on(List<MessageRow> rows, List<Item> items, User user, Locale locale) {
    Map<Long, OutgoingRow> leaving =
        store
            .outgoing()
            .outbox()
            .ofMessages(user.account(), items.stream().map(Item::message).toList());
    List<MessageRow> told = new ArrayList<>(rows);
    for (int i = 0; i < rows.size(); i++) {
      OutgoingRow row = leaving.get(items.get(i).message());
      if (row != null) {
        told.set(i, rows.get(i).with(leaving(row, shown.of(user), locale)));
      }
    }
    return told;
  }

  private Leaving leaving(OutgoingRow row, DisplayFormats formats, Locale locale) {
    if (row.isWaiting() && store.outgoing().holds().latest().isHeld()) {
      return new Leaving(State.PAUSED, null);
    }
    State state = state(row);
    boolean waits = state == State.LATER || state == State.SCHEDULED || state == State.IN_DOUBT;
    return new Leaving(state, waits ? formats.full(row.nextAttemptAt(), locale) : null);
  }

  private static State state(OutgoingRow row) {
    if (row.isForLater()) {
      return State.LATER;
    }
    SendState state = row.state();
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
