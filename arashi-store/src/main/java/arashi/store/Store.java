package arashi.store;

import arashi.store.account.Accounts;
import arashi.store.account.ImageSenders;
import arashi.store.account.LoginFailures;
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
import arashi.store.mail.MailTransactions;
import arashi.store.mail.MailWriter;
import arashi.store.mail.Messages;
import arashi.store.mail.Remaking;
import arashi.store.mail.Search;
import arashi.store.outbox.Departures;
import arashi.store.outbox.Holds;
import arashi.store.outbox.Outbox;
import arashi.store.policy.Policies;
import java.time.InstantSource;
import java.util.Random;
import javax.sql.DataSource;
import seda.kernel.Clock;

/**
 * All repositories of the mail service over one data source.
 *
 * @param people accounts, and the addresses that name them
 * @param mail accounts' mail
 * @param outgoing mail being written and sent
 * @param upkeep work that outlasts a request
 * @param service what all nodes share
 */
public record Store(
    People people, Mailboxes mail, Outgoing outgoing, Upkeep upkeep, ServiceRows service) {

  /**
   * Accounts, and the addresses that name them.
   *
   * @param accounts accounts and their credentials
   * @param sessions login sessions
   * @param loginFailures failed logins of all nodes
   * @param imageSenders senders whose remote images are always shown
   * @param identities addresses an account may write as
   * @param correspondents people an account exchanges mail with
   * @param addresses resolves an address to accounts
   * @param addressEdit changes domains, addresses and aliases
   */
  public record People(
      Accounts accounts,
      Sessions sessions,
      LoginFailures loginFailures,
      ImageSenders imageSenders,
      Identities identities,
      Correspondents correspondents,
      Addresses addresses,
      AddressEdit addressEdit) {}

  /**
   * Accounts' mail.
   *
   * @param folders folders with their counters
   * @param folderEdit creates, renames, moves and removes folders
   * @param items listings; flag, refile, delete
   * @param messages mails for reading; conversations
   * @param blobs raw mail
   * @param links references to blobs
   * @param changes the change log of each account
   * @param search finds mails by terms
   * @param mailWriter adds mail
   * @param deliveries adds arriving mail
   * @param usages storage used per account
   * @param expunged permanently deleted mail, kept for a while
   */
  public record Mailboxes(
      Folders folders,
      FolderEdit folderEdit,
      Items items,
      Messages messages,
      Blobs blobs,
      BlobLinks links,
      ChangeLog changes,
      Search search,
      MailWriter mailWriter,
      Deliveries deliveries,
      Usages usages,
      Expunged expunged) {}

  /**
   * Mail being written and sent.
   *
   * @param drafts mail being written
   * @param uploads files waiting to be attached
   * @param outbox outgoing mail, from the writer's side
   * @param departures outgoing mail, from the sender's side
   * @param holds whether mail may leave
   */
  public record Outgoing(
      Drafts drafts, Uploads uploads, Outbox outbox, Departures departures, Holds holds) {}

  /**
   * Work that outlasts a request.
   *
   * @param jobs flag, refile and delete for all mails of a folder
   * @param remaking mail that an older parser has parsed
   * @param indexUpkeep folds the search index
   */
  public record Upkeep(Jobs jobs, Remaking remaking, IndexUpkeep indexUpkeep) {}

  /**
   * What all nodes share.
   *
   * @param policies settings made by admins
   * @param secrets keys shared by all nodes
   * @param availability whether the database is available
   */
  public record ServiceRows(Policies policies, Secrets secrets, Availability availability) {}

  /**
   * Creates a store over a migrated database, with default limits. Probes use connections of the
   * same data source. The caller closes the availability first, then the data source.
   *
   * @param database gives connections with READ COMMITTED isolation, as {@code
   *     db.migrations.Database} does
   * @param time source of all stored timestamps
   */
  public static Store over(DataSource database, InstantSource time) {
    return over(Connections.of(database), OutageLimits.DEFAULT, time, Clock.system());
  }

  /** Creates a store whose probes use connections of their own, with the default index limits. */
  public static Store over(
      Connections connections, OutageLimits outages, InstantSource time, Clock clock) {
    return over(connections, outages, IndexLimits.DEFAULT, time, clock);
  }

  /**
   * Creates a store with the given limits of the search index.
   *
   * @param connections connections for statements and for probes
   * @param outages how soon outages are noticed
   * @param limits sizes and times of the search index
   * @param time source of all stored timestamps
   * @param clock measures outages and pauses
   */
  public static Store over(
      Connections connections,
      OutageLimits outages,
      IndexLimits limits,
      InstantSource time,
      Clock clock) {
    return over(connections, outages, limits, time, time, clock);
  }

  /**
   * Same with another time for what must not happen because a clock was set: sending mail that was
   * to be sent later, and taking a repeated delivery for a new mail.
   *
   * @param steady that time, such as {@link SteadyTime}
   */
  public static Store over(
      Connections connections,
      OutageLimits outages,
      IndexLimits limits,
      InstantSource time,
      InstantSource steady,
      Clock clock) {
    Availability availability = new Availability(connections, outages, clock, new Random());
    Transactions transactions = new Transactions(availability, time);
    SearchIndex index = new SearchIndex(time, new Random(), limits);
    MailTransactions mail = new MailTransactions(transactions, index);
    return new Store(
        new People(
            new Accounts(transactions, Folders::insertDefaults),
            new Sessions(transactions, time),
            new LoginFailures(transactions),
            new ImageSenders(transactions),
            new Identities(transactions, new Addresses(transactions)),
            new Correspondents(transactions),
            new Addresses(transactions),
            new AddressEdit(transactions)),
        new Mailboxes(
            new Folders(transactions),
            new FolderEdit(transactions),
            new Items(mail),
            new Messages(transactions),
            new Blobs(transactions),
            new BlobLinks(transactions),
            new ChangeLog(transactions),
            new Search(transactions, index),
            new MailWriter(mail, time),
            new Deliveries(mail, steady),
            new Usages(transactions),
            new Expunged(mail)),
        new Outgoing(
            new Drafts(mail, new Random()),
            new Uploads(transactions),
            new Outbox(mail),
            new Departures(mail, steady),
            new Holds(transactions, time)),
        new Upkeep(
            new Jobs(mail, new Random()), new Remaking(mail), new IndexUpkeep(transactions, index)),
        new ServiceRows(new Policies(transactions), new Secrets(transactions), availability));
  }
}
