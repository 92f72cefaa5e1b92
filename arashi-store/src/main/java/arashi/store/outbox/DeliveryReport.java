package arashi.store.outbox;

import java.util.Locale;

/**
 * Part of a report (RFC 3464) about one recipient of a mail that the relay accepted.
 *
 * @param address address of the recipient, as in the mail's envelope
 * @param text one line of text
 */
public record DeliveryReport(String address, Kind kind, String text) {

  /** Outcome of the delivery. */
  public enum Kind {
    /** Delivery failed permanently. */
    FAILED,
    /** Delivery is delayed. */
    DELAYED,
    /** The mail is in the recipient's mailbox. */
    DELIVERED;

    /** Returns the column's value. */
    String column() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Kind ofColumn(String column) {
      return valueOf(column.toUpperCase(Locale.ROOT));
    }
  }
}
