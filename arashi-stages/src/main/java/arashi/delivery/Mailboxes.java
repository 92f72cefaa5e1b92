package arashi.delivery;

import java.util.List;

/**
 * What sessions ask of the store. All methods block, and are called by threads of a worker pool.
 * While the database is out they throw an {@code OutageException}; the session answers 451 then.
 */
public interface Mailboxes {

  /** Looks a recipient up, before any content has come. What can refuse is judged here. */
  Verdict judge(Envelope envelope, MailAddress recipient);

  /**
   * Parses, hashes and compresses: CPU work, no database.
   *
   * @param indexed false: delivery is degraded, and leaves the search terms for later
   */
  Ready prepare(IncomingMail mail, boolean indexed);

  /**
   * Stores mails, each for all of its recipients in one transaction; mails share transactions. What
   * is accepted is durable when this returns. When it throws, some may be stored; a second call
   * with those changes nothing.
   *
   * @return for each mail, in their order, one reply for each of its recipients, in their order
   */
  List<List<Reply>> store(List<Ready> mails);

  /** A mail that {@link #prepare} has prepared. */
  interface Ready {}
}
