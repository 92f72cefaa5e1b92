package arashi.store;

import java.time.InstantSource;
import javax.sql.DataSource;

/**
 * Everything that is kept, over one data source.
 *
 * @param accounts who may log in
 * @param folders their folders, with counters
 * @param items listings; flag, refile, delete
 * @param messages mails as a reader shows them; conversations
 * @param blobs raw mail
 * @param search finds mails by terms
 * @param sessions logins that last
 * @param mailWriter adds mail
 * @param policies what admins set
 */
public record Store(
    Accounts accounts,
    Folders folders,
    Items items,
    Messages messages,
    Blobs blobs,
    Search search,
    Sessions sessions,
    MailWriter mailWriter,
    Policies policies) {

  /**
   * A store over a migrated database. It owns nothing: who opened the data source closes it.
   *
   * @param database gives connections with READ COMMITTED isolation, as {@code
   *     db.migrations.Database} does
   * @param time what tells the time of all that is written
   */
  public static Store over(DataSource database, InstantSource time) {
    Transactions transactions = new Transactions(database);
    return new Store(
        new Accounts(transactions, time),
        new Folders(transactions, time),
        new Items(transactions),
        new Messages(transactions),
        new Blobs(transactions),
        new Search(transactions),
        new Sessions(transactions, time),
        new MailWriter(transactions, time),
        new Policies(transactions, time));
  }
}
