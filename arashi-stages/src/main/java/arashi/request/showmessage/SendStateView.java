package arashi.request.showmessage;

import arashi.front.compose.SendStates;
import arashi.front.compose.SendTime;
import arashi.front.page.DisplayFormats;
import arashi.mime.view.Shown;
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

/** Converts the sending state of a mail for its page. */
final class SendStateView {
  private SendStateView() {}

  static Departure of(
      OutgoingRow row, boolean isOutboxHeld, DisplayFormats formats, Locale locale) {
    boolean recallable =
        row.state() == SendState.HELD || row.state() == SendState.FAILED || row.isForLater();
    return new Departure(
        reported(SendStates.of(row, isOutboxHeld), row),
        row.maybeTwice(),
        row.recipients().stream()
            .filter(SendStateView::isShown)
            .map(SendStateView::recipient)
            .toList(),
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

  /** True if the recipient's state is worth a line; the expected state is not shown. */
  private static boolean isShown(RecipientRow row) {
    return row.state() != SendState.HELD && (!row.reply().isEmpty() || row.state().isFinal());
  }

  /**
   * Refines the state of an accepted mail by the replies and delivery reports: the worst of them,
   * and delivered only if all recipients report it.
   */
  private static Departure.State reported(Departure.State state, OutgoingRow row) {
    List<Optional<Kind>> kinds =
        row.recipients().stream().map(one -> one.report().map(DeliveryReport::kind)).toList();
    if (state != Departure.State.SENT || kinds.isEmpty()) {
      return state;
    } else if (kinds.contains(Optional.of(Kind.FAILED))) {
      return Departure.State.BOUNCED;
    } else if (kinds.contains(Optional.of(Kind.DELAYED))) {
      return Departure.State.DELAYED;
    }
    if (row.recipients().stream().anyMatch(one -> one.state() == SendState.FAILED)) {
      return Departure.State.PARTLY;
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
      return new Recipient(
          Shown.text(row.address()), reported(report.kind()), Shown.text(report.text()));
    }
    return new Recipient(
        Shown.text(row.address()), SendStates.of(row.state()), Shown.text(row.reply()));
  }
}
