package arashi.store.index;

import arashi.store.database.Transactions;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Completes mails that were stored without terms. Blocks on the database. Several nodes may do so
 * concurrently, because all write the same terms.
 */
public final class LateTerms {

  private final Transactions transactions;
  private volatile Reader reader; // null if another process completes them

  LateTerms(Transactions transactions) {
    this.transactions = transactions;
  }

  /** Computes the terms of a mail. */
  @FunctionalInterface
  public interface Reader {
    /** Computes the terms from the output of the MIME layer. */
    Collection<String> terms(byte[] display);
  }

  void readBy(Reader wanted) {
    this.reader = wanted;
  }

  private record Late(long message, Optional<byte[]> display) {}

  /** Completes some mails of an account, the newest first. Returns true if there were any. */
  boolean step(long account, int limit) {
    Reader by = reader;
    if (by == null) {
      return false;
    }
    List<Late> mails =
        transactions.read(
            tx ->
                tx.list(
                    """
                    SELECT f.message, m.display FROM search_fresh f
                    LEFT JOIN message m ON m.account = f.account AND m.message = f.message
                    WHERE f.account = ? AND f.incomplete
                    ORDER BY f.message DESC LIMIT ?
                    """,
                    row ->
                        new Late(
                            row.getLong("message"), Optional.ofNullable(row.getBytes("display"))),
                    account,
                    limit));
    for (Late mail : mails) {
      Collection<String> terms = mail.display().map(by::terms).orElse(List.of()); // none if deleted
      transactions.write(
          tx ->
              tx.update(
                  """
                  UPDATE search_fresh SET terms = ?, incomplete = FALSE
                  WHERE account = ? AND message = ? AND incomplete
                  """,
                  TermList.encode(SearchTerms.of(terms)),
                  account,
                  mail.message()));
    }
    return !mails.isEmpty();
  }
}
