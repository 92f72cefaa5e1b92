package arashi.store.delivery;

import arashi.store.blob.Sha256;
import arashi.store.database.StoreException;
import arashi.store.delivery.Delivery.Outcome;
import arashi.store.mail.MailTransactions;
import arashi.store.mail.NoSuchFolderException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Stores arriving mail exactly once. Blocks on the database; safe from any thread.
 *
 * <p>A client that lost the reply sends the mail again. So each delivery inserts a row into {@code
 * delivered} along with the mail, and a delivery that finds its row stores nothing. The row's key
 * covers sender and content, but not the Message-ID, which senders reuse. The row is independent of
 * the mail: moving or deleting the mail does not affect it.
 *
 * <p>Two concurrent transactions that deliver the same mail both insert the row: the second waits,
 * fails, and finds the row on its retry.
 */
public final class Deliveries {

  /** For folders removed concurrently. */
  private static final int ATTEMPTS = 3;

  /** Maximum copies of all mails per transaction; a single mail may exceed it. */
  private static final int MAX_COPIES = 64;

  private final MailTransactions mail;
  private final InstantSource steady;

  /** Creates the deliveries of a database. */
  public Deliveries(MailTransactions mail, InstantSource steady) {
    this.mail = mail;
    this.steady = steady;
  }

  /** Stores mails without quotas. */
  public List<Map<Long, Outcome>> store(List<Delivery> deliveries, Duration once) {
    return store(deliveries, once, Quotas.NONE);
  }

  /**
   * Stores mails, each for all its accounts, in as few transactions as possible: one commit, and
   * one statement per table, serves many mails. Mails are durable when this returns. If it throws,
   * some mails may be stored; a repeated call detects them.
   *
   * @param once period in which a mail with the same key counts as a repetition
   * @param quotas limits of the accounts, kept in the transactions that store
   * @return the outcome of each mail per account, in the order of the mails
   */
  public List<Map<Long, Outcome>> store(List<Delivery> deliveries, Duration once, Quotas quotas) {
    List<Map<Long, Outcome>> outcomes = new ArrayList<>();
    List<Delivery> together = new ArrayList<>();
    Set<Sha256> contents = new HashSet<>();
    int copies = 0;
    for (Delivery delivery : deliveries) {
      copies += delivery.copies().size();
      // Of two mails with the same bytes, the second must find the row of the first.
      if (copies > MAX_COPIES || !contents.add(delivery.mail().sha256())) {
        outcomes.addAll(storeTogether(together, once, quotas));
        together.clear();
        contents.clear();
        contents.add(delivery.mail().sha256());
        copies = delivery.copies().size();
      }
      together.add(delivery);
    }
    outcomes.addAll(storeTogether(together, once, quotas));
    return outcomes;
  }

  private List<Map<Long, Outcome>> storeTogether(
      List<Delivery> deliveries, Duration once, Quotas quotas) {
    if (deliveries.isEmpty()) {
      return List.of();
    }
    for (int attempt = 1; ; attempt++) {
      try {
        Instant since = steady.instant().minus(once);
        return mail.write(tx -> new DeliveryRows(tx, deliveries, quotas, since).store());
      } catch (StoreException e) {
        // Concurrent deliveries of the same mails: a single mail loses at most once per account.
        if (!e.isLost() || deliveries.size() == 1) {
          throw e;
        }
        List<Map<Long, Outcome>> outcomes = new ArrayList<>();
        deliveries.forEach(one -> outcomes.addAll(storeTogether(List.of(one), once, quotas)));
        return outcomes;
      } catch (NoSuchFolderException e) { // removed since the account's folders were read
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /**
   * Deletes rows that detect repeated mails.
   *
   * @param before latest delivery time to delete
   * @param limit maximum rows
   * @return number of rows deleted
   */
  public int forget(Instant before, int limit) {
    return mail.plain()
        .write(
            tx ->
                tx.update("DELETE FROM delivered WHERE delivered_at <= ? LIMIT ?", before, limit));
  }
}
