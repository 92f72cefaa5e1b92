package arashi.request.showmessage;

import arashi.store.outbox.OutgoingRow;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import arashi.store.outbox.SendState;
import arashi.web.MessageView.Departure;
import arashi.web.MessageView.Departure.Recipient;
import arashi.web.PostForm;
import java.util.List;

/** How far a mail has left, as its page shows it. */
final class Departures {
  private Departures() {}

  static Departure of(OutgoingRow row) {
    boolean recallable = row.state() == SendState.HELD || row.state() == SendState.FAILED;
    return new Departure(
        state(row.state()),
        row.maybeTwice(),
        row.recipients().stream().filter(Departures::isTold).map(Departures::recipient).toList(),
        recallable ? new PostForm("/outbox/" + row.id() + "/undo", List.of()) : null);
  }

  /** What is as one would think needs no line. */
  private static boolean isTold(RecipientRow row) {
    return row.state() != SendState.HELD && (!row.reply().isEmpty() || row.state().isFinal());
  }

  private static Recipient recipient(RecipientRow row) {
    return new Recipient(row.address(), state(row.state()), row.reply());
  }

  private static Departure.State state(SendState state) {
    return switch (state) {
      case HELD -> Departure.State.HELD;
      case SCHEDULED -> Departure.State.SCHEDULED;
      case SENDING -> Departure.State.SENDING;
      case IN_DOUBT -> Departure.State.IN_DOUBT;
      case SENT -> Departure.State.SENT;
      case FAILED -> Departure.State.FAILED;
    };
  }
}
