package arashi.delivery;

import arashi.mime.address.MailAddress;
import java.util.List;

/**
 * The store's side of a session. All methods block and run on a worker pool. During a database
 * outage they throw {@code OutageException}, which the session answers with 451.
 */
public interface Mailboxes {

  /** Looks up a recipient before the content arrives; refuses as early as possible. */
  Verdict judge(Envelope envelope, MailAddress recipient);

  /**
   * Parses, hashes and compresses a mail: CPU work, no database.
   *
   * @param indexed false: delivery is degraded and defers the search terms
   */
  Ready prepare(IncomingMail mail, boolean indexed);

  /**
   * Stores mails, each for all its recipients in one transaction; mails share transactions.
   * Accepted mails are durable on return. After an exception some may be stored; a retry is
   * idempotent.
   *
   * @return for each mail, in order, one reply per recipient, in order
   */
  List<List<Reply>> store(List<Ready> mails);

  /** A mail prepared by {@link #prepare}. */
  interface Ready {}
}
