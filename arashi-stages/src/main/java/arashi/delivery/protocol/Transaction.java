package arashi.delivery.protocol;

import arashi.delivery.Envelope;
import arashi.delivery.Recipient;
import arashi.delivery.memory.Claim;
import java.util.ArrayList;
import java.util.List;

/** A mail transaction, from MAIL to the replies to its content. */
final class Transaction {
  final Envelope envelope;
  final Claim claim;
  final List<Recipient> recipients = new ArrayList<>(1);

  /** Null until DATA or the first BDAT. */
  MailBody body;

  Transaction(Envelope envelope, Claim claim) {
    this.envelope = envelope;
    this.claim = claim;
  }

  /** Releases the memory of an abandoned transaction. */
  void drop() {
    if (body != null) {
      body.fail(Replies.MAIL_FIRST);
    }
    claim.release();
  }
}
