package arashi.store.delivery;

import arashi.store.database.Transactions;
import java.util.List;

/** Storage used by accounts. Each method blocks on the database, and is safe from any thread. */
public final class Usages {

  private final Transactions transactions;

  /** Creates the usages of a database. */
  public Usages(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * Returns the usage of each account from the counters of its folders; omits accounts that no
   * longer exist.
   *
   * @param accounts non-empty
   */
  public List<Usage> of(List<Long> accounts) {
    return transactions.read(
        tx ->
            tx.list(
                """
                SELECT a.id,
                  (SELECT COALESCE(SUM(f.bytes), 0) FROM folder f WHERE f.account = a.id) AS bytes,
                  a.quota, a.service_class
                FROM account a
                WHERE a.id IN (?)
                """,
                row ->
                    new Usage(
                        row.getLong("id"),
                        row.getLong("bytes"),
                        row.getLong("quota"),
                        row.getString("service_class")),
                accounts));
  }
}
