package arashi.request.showmessage;

import arashi.front.DisplayFormats;
import arashi.front.compose.SendTime;
import arashi.store.outbox.DeliveryReport;
import arashi.store.outbox.DeliveryReport.Kind;
import arashi.store.outbox.OutgoingRow;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import arashi.store.outbox.SendState;
import arashi.web.MessageView.Departure;
import arashi.web.MessageView.Departure.Recipient;
import arashi.web.PostForm;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How far a mail has left, as its page shows it. */
final class Departures {
  private Departures() {}

  static Departure of(OutgoingRow row, DisplayFormats formats, Locale locale) {
    boolean recallable =
        row.state() == SendState.HELD || row.state() == SendState.FAILED || row.isForLater();
    return new Departure(
        whole(row),
        row.maybeTwice(),
        row.recipients().stream().filter(Departures::isTold).map(Departures::recipient).toList(),
        recallable ? new PostForm("/outbox/" + row.id() + "/undo", List.of()) : null,
        row.isForLater() ? later(row, formats, locale) : null);
  }

  private static Departure.Later later(OutgoingRow row, DisplayFormats formats, Locale locale) {
    return new Departure.Later(
        formats.full(row.nextAttemptAt(), locale),
        SendTime.value(row.nextAttemptAt(), formats.zone()),
        formats.zone().getId(),
        new PostForm("/outbox/" + row.id() + "/time", List.of()));
  }

  /** What is as one would think needs no line. */
  private static boolean isTold(RecipientRow row) {
    return row.state() != SendState.HELD && (!row.reply().isEmpty() || row.state().isFinal());
  }

  /** Of a mail that was accepted, the worst that reports say; all is well only if all say so. */
  private static Departure.State whole(OutgoingRow row) {
    List<Optional<Kind>> kinds =
        row.recipients().stream().map(one -> one.report().map(DeliveryReport::kind)).toList();
    if (row.isForLater()) {
      return Departure.State.LATER;
    } else if (row.state() != SendState.SENT || kinds.isEmpty()) {
      return state(row.state());
    } else if (kinds.contains(Optional.of(Kind.FAILED))) {
      return Departure.State.BOUNCED;
    } else if (kinds.contains(Optional.of(Kind.DELAYED))) {
      return Departure.State.DELAYED;
    }
    boolean arrived = kinds.stream().allMatch(kind -> kind.equals(Optional.of(Kind.DELIVERED)));
    return arrived ? Departure.State.DELIVERED : Departure.State.SENT;
  }

  private static Departure.State reported(Kind kind) {
    return switch (kind) {
      case FAILED -> Departure.State.BOUNCED;
      case DELAYED -> Departure.State.DELAYED;
      case DELIVERED -> Departure.State.DELIVERED;
    };
  }

  private static Recipient recipient(RecipientRow row) {
    if (row.report().isPresent()) {
      DeliveryReport report = row.report().get();
      return new Recipient(row.address(), reported(report.kind()), report.text());
    }
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
