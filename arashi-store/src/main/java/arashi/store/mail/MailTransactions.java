package arashi.store.mail;

import arashi.store.database.Transactions;
import arashi.store.index.SearchIndex;

/**
 * Runs transactions that change mail. After the commit, the upkeep of the search index is told of
 * the accounts whose entries changed. Blocks on the database; safe from any thread.
 */
public final class MailTransactions {
  private final Transactions transactions;
  private final SearchIndex index;

  /** Creates the transactions on the mail of a database. */
  public MailTransactions(Transactions transactions, SearchIndex index) {
    this.transactions = transactions;
    this.index = index;
  }

  /** A change of mail. */
  @FunctionalInterface
  public interface Work<T> {
    /** Makes the change. Must not keep the transaction. */
    T on(MailTx tx);
  }

  /** A change of mail, whose result is not ready before the commit. */
  private record Done<T>(MailTx tx, T result) {}

  /** Runs work, which must have no side effects, as {@link Transactions#write} does. */
  public <T> T write(Work<T> work) {
    Done<T> done =
        transactions.write(
            any -> {
              MailTx tx = new MailTx(any, index);
              return new Done<>(tx, work.on(tx));
            });
    done.tx().reindexed().forEach(index::changed);
    return done.result();
  }

  /** Returns the transactions, for work that changes no mail. */
  public Transactions plain() {
    return transactions;
  }
}
