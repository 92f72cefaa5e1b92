package arashi.store.outbox;

import arashi.store.address.Address;
import arashi.store.database.Texts;
import arashi.store.database.Tx;
import arashi.store.outbox.OutboxRows.Row;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import java.util.List;
import java.util.Optional;

/** A mail of the outbox that reports are about, in a transaction that has locked its row. */
final class ReportedMail {
  private final Tx tx;
  private final long account;
  private final long id;
  private final OutboxRows rows;
  private final Optional<Row> row;

  ReportedMail(Tx tx, long account, long id) {
    this.tx = tx;
    this.account = account;
    this.id = id;
    this.rows = new OutboxRows(tx, account);
    this.row = rows.lock(id);
  }

  /**
   * Marks recipients.
   *
   * @param envelopeId ENVID that identified the mail; empty if its Message-ID did
   * @return number of recipients marked
   */
  int report(Optional<String> envelopeId, List<DeliveryReport> reports) {
    if (row.isEmpty()
        || (envelopeId.isPresent()
            && !EnvelopeId.matches(envelopeId.get(), row.get().envelopeId()))) {
      return 0;
    }
    List<RecipientRow> recipients = rows.recipients(id);
    int marked = 0;
    for (DeliveryReport report : reports) {
      boolean isBelieved = envelopeId.isPresent() || report.kind() != DeliveryReport.Kind.DELIVERED;
      for (RecipientRow recipient : recipients) {
        if (isBelieved && isOf(report, recipient)) {
          marked += mark(recipient.n(), report);
        }
      }
    }
    return marked;
  }

  /** A report may arrive before the attempt is settled. */
  private static boolean isOf(DeliveryReport report, RecipientRow recipient) {
    boolean wasSent =
        recipient.state() == SendState.SENT || recipient.state() == SendState.IN_DOUBT;
    return wasSent && sameAddress(recipient.address(), report.address());
  }

  private static boolean sameAddress(String one, String other) {
    Optional<Address> address = Address.read(one);
    return one.equalsIgnoreCase(other)
        || (address.isPresent() && address.equals(Address.read(other)));
  }

  private int mark(int n, DeliveryReport report) {
    return tx.update(
        """
        UPDATE outbox_recipient SET report = ?, report_text = ?, reported_at = ?
        WHERE account = ? AND id = ? AND n = ? AND (report IS NULL OR report = ?)
        """,
        report.kind().column(),
        Texts.cut(report.text(), Departures.MAX_REPLY),
        tx.now(),
        account,
        id,
        n,
        DeliveryReport.Kind.DELAYED.column());
  }
}
