package arashi.store;

import arashi.store.account.Accounts;
import arashi.store.account.ImageSenders;
import arashi.store.account.Secrets;
import arashi.store.account.Sessions;
import arashi.store.address.AddressEdit;
import arashi.store.address.Addresses;
import arashi.store.blob.BlobLinks;
import arashi.store.blob.Blobs;
import arashi.store.change.ChangeLog;
import arashi.store.database.Availability;
import arashi.store.database.Connections;
import arashi.store.database.OutageLimits;
import arashi.store.database.Transactions;
import arashi.store.delivery.Deliveries;
import arashi.store.delivery.Usages;
import arashi.store.draft.Drafts;
import arashi.store.draft.Uploads;
import arashi.store.identity.Identities;
import arashi.store.index.IndexLimits;
import arashi.store.index.IndexUpkeep;
import arashi.store.index.SearchIndex;
import arashi.store.job.Jobs;
import arashi.store.mail.Correspondents;
import arashi.store.mail.Expunged;
import arashi.store.mail.FolderEdit;
import arashi.store.mail.Folders;
import arashi.store.mail.Items;
import arashi.store.mail.LinkBackfill;
import arashi.store.mail.MailWriter;
import arashi.store.mail.Messages;
import arashi.store.mail.Remaking;
import arashi.store.mail.Search;
import arashi.store.outbox.Departures;
import arashi.store.outbox.Outbox;
import arashi.store.policy.Policies;
import java.time.InstantSource;
import java.util.Random;
import javax.sql.DataSource;
import seda.kernel.Clock;

/**
 * Everything that is kept, over one data source.
 *
 * @param accounts who may log in
 * @param folders their folders, with counters
 * @param folderEdit folders as users make and change them
 * @param items listings; flag, refile, delete
 * @param jobs the same for all mails of a folder
 * @param messages mails as a reader shows them; conversations
 * @param blobs raw mail
 * @param links what names raw mail
 * @param changes what changed in an account, in order
 * @param backfill completes mail of earlier releases
 * @param remaking mail that an older parser has read
 * @param search finds mails by terms
 * @param sessions logins that last
 * @param imageSenders senders whose remote images accounts always show
 * @param secrets keys that all nodes share
 * @param mailWriter adds mail
 * @param deliveries adds mail that arrives
 * @param usages what accounts hold
 * @param expunged mail that was deleted for good and is kept for a while
 * @param correspondents whom accounts get mail from and write to
 * @param addresses who receives mail for an address
 * @param addressEdit changes domains, addresses and aliases
 * @param identities the addresses that accounts write as
 * @param drafts mail that is being written
 * @param uploads files to be attached
 * @param outbox mail that leaves, for its writers
 * @param departures the same for mail that leaves
 * @param policies what admins set
 * @param indexUpkeep folds the search index
 * @param availability whether the database serves
 */
public record Store(
    Accounts accounts,
    Folders folders,
    FolderEdit folderEdit,
    Items items,
    Jobs jobs,
    Messages messages,
    Blobs blobs,
    BlobLinks links,
    ChangeLog changes,
    LinkBackfill backfill,
    Remaking remaking,
    Search search,
    Sessions sessions,
    ImageSenders imageSenders,
    Secrets secrets,
    MailWriter mailWriter,
    Deliveries deliveries,
    Usages usages,
    Expunged expunged,
    Correspondents correspondents,
    Addresses addresses,
    AddressEdit addressEdit,
    Identities identities,
    Drafts drafts,
    Uploads uploads,
    Outbox outbox,
    Departures departures,
    Policies policies,
    IndexUpkeep indexUpkeep,
    Availability availability) {

  /**
   * A store over a migrated database, with the usual limits; probes take connections of the data
   * source, too. The caller closes the availability and then the data source.
   *
   * @param database gives connections with READ COMMITTED isolation, as {@code
   *     db.migrations.Database} does
   * @param time what tells the time of all that is written
   */
  public static Store over(DataSource database, InstantSource time) {
    return over(Connections.of(database), OutageLimits.DEFAULT, time, Clock.system());
  }

  /** The same with connections for probes of their own, and the usual search index. */
  public static Store over(
      Connections connections, OutageLimits outages, InstantSource time, Clock clock) {
    return over(connections, outages, IndexLimits.DEFAULT, time, clock);
  }

  /**
   * The same with other limits of the search index.
   *
   * @param connections as above
   * @param outages how soon outages are noticed
   * @param limits sizes and times of the search index
   * @param time what tells the time of all that is written
   * @param clock what tells how long an outage and its pauses last
   */
  public static Store over(
      Connections connections,
      OutageLimits outages,
      IndexLimits limits,
      InstantSource time,
      Clock clock) {
    Availability availability = new Availability(connections, outages, clock, new Random());
    Transactions transactions = new Transactions(availability);
    SearchIndex index = new SearchIndex(time, new Random(), limits);
    return new Store(
        new Accounts(transactions, time, Folders::insertDefaults),
        new Folders(transactions, time),
        new FolderEdit(transactions, time),
        new Items(transactions, index, time),
        new Jobs(transactions, index, time, new Random()),
        new Messages(transactions),
        new Blobs(transactions),
        new BlobLinks(transactions),
        new ChangeLog(transactions),
        new LinkBackfill(transactions),
        new Remaking(transactions, index, time),
        new Search(transactions, index),
        new Sessions(transactions, time),
        new ImageSenders(transactions, time),
        new Secrets(transactions),
        new MailWriter(transactions, index, time),
        new Deliveries(transactions, index, time),
        new Usages(transactions),
        new Expunged(transactions, index, time),
        new Correspondents(transactions),
        new Addresses(transactions),
        new AddressEdit(transactions, time),
        new Identities(transactions, new Addresses(transactions)),
        new Drafts(transactions, index, time, new Random()),
        new Uploads(transactions, time),
        new Outbox(transactions, index, time),
        new Departures(transactions, index, time),
        new Policies(transactions, time),
        new IndexUpkeep(transactions, index),
        availability);
  }
}
