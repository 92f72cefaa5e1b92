package arashi.request.listmessages;

import arashi.front.compose.SendStates;
import arashi.front.page.DisplayFormats;
import arashi.front.session.User;
import arashi.store.Store;
import arashi.store.mail.Item;
import arashi.store.outbox.OutgoingRow;
import arashi.web.MessageRow.Leaving;
import arashi.web.MessageView.Departure.State;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The sending states of the mails in the Outbox folder. Blocks on the database. */
final class OutboxStates {
  private final Store.Outgoing outgoing;
  private final DisplayFormats shown;

  OutboxStates(Store store, DisplayFormats shown) {
    this.outgoing = store.outgoing();
    this.shown = shown;
  }

  /** Returns the states by message; none for a row without an entry in the outbox. */
  Map<Long, Leaving> of(List<Item> items, User user, Locale locale) {
    Map<Long, OutgoingRow> rows =
        outgoing.outbox().ofMessages(user.account(), items.stream().map(Item::message).toList());
    Map<Long, Leaving> states = new HashMap<>();
    rows.forEach((message, row) -> states.put(message, state(row, shown.of(user), locale)));
    return states;
  }

  private Leaving state(OutgoingRow row, DisplayFormats formats, Locale locale) {
    State state = SendStates.of(row, outgoing.holds().latest().isHeld());
    boolean waits = state == State.LATER || state == State.SCHEDULED || state == State.IN_DOUBT;
    return new Leaving(state, waits ? formats.full(row.nextAttemptAt(), locale) : null);
  }
}
