package arashi.store.delivery;

import arashi.store.database.Sql;
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
        c ->
            Sql.list(
                c,
                "SELECT a.id, (SELECT COALESCE(SUM(f.bytes), 0) FROM folder f WHERE f.account ="
                    + " a.id), a.quota, a.service_class FROM account a WHERE a.id IN ("
                    + Sql.marks(accounts)
                    + ")",
                row -> new Usage(row.getLong(1), row.getLong(2), row.getLong(3), row.getString(4)),
                accounts));
  }
}
