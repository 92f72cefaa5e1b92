package arashi.store.outbox;

import java.util.Locale;

/**
 * What a report (RFC 3464) says of one recipient of a mail that the relay took.
 *
 * @param address whom it is about, as the mail was addressed
 * @param text in one line
 */
public record DeliveryReport(String address, Kind kind, String text) {

  /** What became of the mail. */
  public enum Kind {
    /** It did not reach the recipient, and never will. */
    FAILED,
    /** It has not yet reached the recipient. */
    DELAYED,
    /** It is in the recipient's mailbox. */
    DELIVERED;

    /** As the column has it. */
    String column() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Kind ofColumn(String column) {
      return valueOf(column.toUpperCase(Locale.ROOT));
    }
  }
}
