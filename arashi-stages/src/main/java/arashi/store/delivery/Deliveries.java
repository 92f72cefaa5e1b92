package arashi.store.delivery;

import arashi.store.blob.Sha256;
import arashi.store.database.Sql;
import arashi.store.database.StoreException;
import arashi.store.database.Transactions;
import arashi.store.delivery.Delivery.Outcome;
import arashi.store.index.SearchIndex;
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
 * Stores arriving mail, once. Blocks on the database; safe from any thread.
 *
 * <p>A server that lost the answer sends the mail again. So each delivery leaves a row in {@code
 * delivered} with the mail, and one that finds the row stores nothing. The row's key holds sender
 * and content, and no Message-ID, which senders repeat. It does not follow the mail: whether that
 * was moved or deleted meanwhile makes no difference.
 *
 * <p>Two transactions that deliver one mail at the same time both insert the row: the second waits,
 * fails, and finds the row when it is run again.
 */
public final class Deliveries {

  /** For folders that are removed at the very moment. */
  private static final int ATTEMPTS = 3;

  /** Most copies of all the mails of a transaction; one mail may have more. */
  private static final int MAX_COPIES = 64;

  private final Transactions transactions;
  private final SearchIndex index;
  private final InstantSource time;

  /** Deliveries to a database. */
  public Deliveries(Transactions transactions, SearchIndex index, InstantSource time) {
    this.transactions = transactions;
    this.index = index;
    this.time = time;
  }

  /**
   * Stores mails, each for all its accounts, in as few transactions as it can: one commit, and one
   * statement a table, serves many mails. When this returns, what is stored is on disk. When it
   * throws, some of the mails may be stored; a second call finds those.
   *
   * @param once how long a mail with the same key counts as the same
   * @return what became of each mail in each account, in the order of the mails
   */
  public List<Map<Long, Outcome>> store(List<Delivery> deliveries, Duration once) {
    List<Map<Long, Outcome>> outcomes = new ArrayList<>();
    List<Delivery> together = new ArrayList<>();
    Set<Sha256> contents = new HashSet<>();
    int copies = 0;
    for (Delivery delivery : deliveries) {
      copies += delivery.copies().size();
      // The second of two with the same bytes has to find the row of the first.
      if (copies > MAX_COPIES || !contents.add(delivery.mail().sha256())) {
        outcomes.addAll(storeTogether(together, once));
        together.clear();
        contents.clear();
        contents.add(delivery.mail().sha256());
        copies = delivery.copies().size();
      }
      together.add(delivery);
    }
    outcomes.addAll(storeTogether(together, once));
    return outcomes;
  }

  private List<Map<Long, Outcome>> storeTogether(List<Delivery> deliveries, Duration once) {
    if (deliveries.isEmpty()) {
      return List.of();
    }
    for (int attempt = 1; ; attempt++) {
      try {
        List<Map<Long, Outcome>> outcomes =
            transactions.write(
                c -> new DeliveryRows(c, index, deliveries, once, time.instant()).store());
        outcomes.stream()
            .flatMap(ofMail -> ofMail.entrySet().stream())
            .filter(each -> each.getValue() == Outcome.STORED)
            .map(Map.Entry::getKey)
            .distinct()
            .forEach(index::changed);
        return outcomes;
      } catch (StoreException e) {
        // others deliver the same mails: one alone loses at most once for each of its accounts
        if (!e.isLost() || deliveries.size() == 1) {
          throw e;
        }
        List<Map<Long, Outcome>> outcomes = new ArrayList<>();
        deliveries.forEach(one -> outcomes.addAll(storeTogether(List.of(one), once)));
        return outcomes;
      } catch (NoSuchFolderException e) { // removed since its account's folders were read
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /**
   * Removes rows by which repeated mails are noticed.
   *
   * @param before those of mail that was delivered by then
   * @param limit most rows
   * @return how many there were
   */
  public int forget(Instant before, int limit) {
    return transactions.write(
        c ->
            Sql.update(
                c,
                "DELETE FROM delivered WHERE delivered_at <= ? LIMIT ?",
                before.toEpochMilli(),
                limit));
  }
}
