package arashi.store.mail;

import arashi.store.blob.Deflate;
import arashi.store.blob.Sha256;
import arashi.store.database.Tx;
import arashi.store.index.SearchTerms;
import arashi.store.mail.MailRows.Arrival;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Adds mail. Blocks on the database, and is safe from any thread. Calls for the same account are
 * serialized where they write its items.
 *
 * <pre>
 *   prepare                  hash and compress; on any thread, beforehand
 *   find duplicates          by hash, in the folder and in the batch
 *   insert                   blobs, messages, links, terms; others may change the account meanwhile
 *   lock account and folder  from here on, its items and its uidnext are stable
 *   find duplicates          added concurrently
 *   insert                   threads, items
 *   count, and log           once per batch
 * </pre>
 */
public final class MailWriter {

  /** Maximum mails per batch. */
  public static final int MAX_BATCH = 500;

  private final MailTransactions transactions;
  private final InstantSource time;

  /** Creates the writer of a database. */
  public MailWriter(MailTransactions transactions, InstantSource time) {
    this.transactions = transactions;
    this.time = time;
  }

  /**
   * Computes everything that needs no database: hash, compressed bytes, sorted terms. Costs about
   * 0.15 ms of CPU for a mail of 6 KB, and does not block.
   */
  public PreparedMail prepare(NewMail mail) {
    return new PreparedMail(
        mail,
        Sha256.of(mail.raw()),
        MessageIds.clampMillis(mail.receivedAt(), time.instant()),
        Deflate.compress(mail.raw()),
        SearchTerms.of(mail.terms()));
  }

  /** Prepares mails on the calling thread and stores them as {@link #addPrepared} does. */
  public List<Added> add(long account, long folder, List<NewMail> mails) {
    return addPrepared(account, folder, mails.stream().map(this::prepare).toList());
  }

  /**
   * Stores mails in a folder, all or none, except those that the folder already has. They are
   * durable when this returns.
   *
   * @param mails in the order in which they get uids; the caller bounds their total bytes
   * @return outcome of each mail, in the same order
   * @throws NoSuchFolderException if the folder doesn't exist
   * @throws IllegalArgumentException if there are more than {@link #MAX_BATCH}
   */
  public List<Added> addPrepared(long account, long folder, List<PreparedMail> mails) {
    if (mails.size() > MAX_BATCH) {
      throw new IllegalArgumentException(
          mails.size() + " mails; at most " + MAX_BATCH + " are allowed per batch");
    }
    if (mails.isEmpty()) {
      return List.of();
    }
    Map<Sha256, PreparedMail> distinct = new LinkedHashMap<>();
    mails.forEach(mail -> distinct.putIfAbsent(mail.sha256(), mail));
    Map<Sha256, Added> results =
        transactions.write(tx -> add(tx, account, folder, distinct.values()));
    Set<Sha256> seen = new HashSet<>();
    List<Added> added = new ArrayList<>();
    for (PreparedMail mail : mails) {
      Added result = results.get(mail.sha256());
      added.add(seen.add(mail.sha256()) ? result : new Added.Duplicate(result.uid()));
    }
    return added;
  }

  private static Map<Sha256, Added> add(
      MailTx tx, long account, long folder, Collection<PreparedMail> mails) {
    Map<Sha256, Added> results = duplicates(tx, account, folder, mails);
    List<PreparedMail> wanted = without(mails, results.keySet());
    if (wanted.isEmpty()) {
      return results;
    }
    tx.putBlobs(wanted);
    AccountTx of = tx.account(account);
    MailRows rows =
        of.insert(wanted.stream().map(one -> new Arrival(one, Optional.empty(), true)).toList());
    return of.change(
        List.of(folder),
        change -> {
          Map<Sha256, Added> late = duplicates(tx, account, folder, wanted);
          if (!late.isEmpty()) { // another transaction was faster
            results.putAll(late);
            rows.drop(late.keySet());
          }
          results.putAll(rows.file(change, folder));
          return results;
        });
  }

  private static List<PreparedMail> without(Collection<PreparedMail> mails, Set<Sha256> hashes) {
    return mails.stream().filter(mail -> !hashes.contains(mail.sha256())).toList();
  }

  /** Returns the mails that the folder already has. */
  private static Map<Sha256, Added> duplicates(
      Tx tx, long account, long folder, Collection<PreparedMail> mails) {
    Map<Sha256, Added> found = new HashMap<>();
    Set<Sha256> wanted =
        mails.stream().map(PreparedMail::sha256).collect(Collectors.toUnmodifiableSet());
    List<Long> prefixes = mails.stream().map(mail -> mail.sha256().prefix()).toList();
    tx.list(
        """
        SELECT m.sha256, i.uid FROM item i
        JOIN message m ON m.account = i.account AND m.message = i.message
        WHERE i.account = ? AND i.folder = ? AND i.sha_prefix IN (?)
        """,
        row -> {
          Sha256 sha256 = Sha256.ofDigest(row.getBytes("sha256"));
          Added duplicate = new Added.Duplicate(row.getLong("uid"));
          return wanted.contains(sha256) ? found.put(sha256, duplicate) : null;
        },
        account,
        folder,
        prefixes);
    return found;
  }
}
