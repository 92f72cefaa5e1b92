package arashi.store.outbox;

import arashi.store.database.Transactions;
import arashi.store.index.SearchIndex;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Mail that leaves. Each method blocks on the database, and is safe from any thread.
 */
public final class Outbox {

  private final Transactions transactions;
  private final SearchIndex index;
  private final InstantSource time;

  /** The outbox of a database. */
  public Outbox(Transactions transactions, SearchIndex index, InstantSource time) {
    this.transactions = transactions;
    this.index = index;
    this.time = time;
  }

  /**
   * Puts a mail into the outbox and its item into the folder Outbox; the draft and its item end.
   *
   * @param recipientsAnHour most recipients of the account
   */
  public SubmitResult submit(Submittal mail, int recipientsAnHour) {
    throw new UnsupportedOperationException();
  }

  /**
   * Makes a draft of a mail that is held or has failed, under the same id; its item moves to
   * Drafts.
   *
   * @return false if it is in another state, or there is none
   */
  public boolean recall(long account, long id) {
    throw new UnsupportedOperationException();
  }

  /** At most {@code limit} mails of an account, the newest first, sent ones too. */
  public List<OutgoingRow> list(long account, int limit) {
    throw new UnsupportedOperationException();
  }

  /** One mail. */
  public Optional<OutgoingRow> find(long account, long id) {
    throw new UnsupportedOperationException();
  }

  /** The mail whose item in Outbox or Sent is this message. */
  public Optional<OutgoingRow> ofMessage(long account, long message) {
    throw new UnsupportedOperationException();
  }
}
