package arashi.delivery.protocol;

import arashi.delivery.Envelope;
import arashi.delivery.Recipient;
import java.util.ArrayList;
import java.util.List;

/** A mail transaction, from MAIL to the replies to its content. */
final class Transaction {
  final Envelope envelope;
  final List<Recipient> recipients = new ArrayList<>(1);

  /** Null until DATA or the first BDAT. */
  MailBody body;

  Transaction(Envelope envelope) {
    this.envelope = envelope;
  }

  /** Releases the content of an abandoned transaction. */
  void drop() {
    if (body != null) {
      body.fail(Replies.MAIL_FIRST);
    }
  }
}
