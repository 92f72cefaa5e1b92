package arashi.store.delivery;

import arashi.store.blob.Sha256;
import arashi.store.database.BulkInsert;
import arashi.store.database.ResultRow;
import arashi.store.delivery.Delivery.Copy;
import arashi.store.delivery.Delivery.Outcome;
import arashi.store.mail.FolderRole;
import arashi.store.mail.MailRows;
import arashi.store.mail.MailTx;
import arashi.store.mail.PreparedMail;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Rows of mails with distinct bytes, delivered in one transaction. For one use by one thread. */
final class DeliveryRows {
  private static final String INBOX = FolderRole.INBOX.column();
  private static final long NO_FOLDER = 0;

  /** Earlier deliveries, and folders; a row with folder 0 is of {@code delivered}. */
  private static final String LOOK =
      """
      (SELECT account, %d AS folder, delivered_at AS number, mail_hash FROM delivered
      WHERE account IN (?) AND mail_hash IN (?))
      UNION ALL
      (SELECT account, folder, role = ?, NULL FROM folder
      WHERE account IN (?) AND (role = ? OR folder IN (?)))
      """
          .formatted(NO_FOLDER);

  private final MailTx tx;
  private final List<Delivery> deliveries;
  private final Quotas quotas;
  private final long since;

  /** Accounts and keys of recently delivered mails. */
  private final Set<Key> recent = new HashSet<>();

  /** Accounts and keys of mails delivered before that. */
  private final List<Key> old = new ArrayList<>();

  private final Set<FolderKey> folders = new HashSet<>();
  private final Map<Long, Long> inboxes = new HashMap<>();

  /**
   * Creates the rows of mails.
   *
   * @param quotas limits of the accounts
   * @param since since when a mail with the same key counts as a repetition
   */
  DeliveryRows(MailTx tx, List<Delivery> deliveries, Quotas quotas, Instant since) {
    this.tx = tx;
    this.deliveries = deliveries;
    this.quotas = quotas;
    this.since = since.toEpochMilli();
  }

  private record Key(long account, Sha256 mail) {}

  private record FolderKey(long account, long folder) {}

  /** A copy to store, with its folder. */
  private record Filed(Delivery delivery, Copy copy, long folder) {}

  /** Stores the mails and returns the outcome of each mail per account. */
  List<Map<Long, Outcome>> store() {
    List<Map<Long, Outcome>> outcomes = new ArrayList<>();
    look();
    forgetOld();
    Map<Long, List<Filed>> byAccount = new TreeMap<>(); // accounts are locked in this order
    for (Delivery delivery : deliveries) {
      Map<Long, Outcome> ofMail = new HashMap<>();
      for (Copy copy : delivery.copies()) {
        if (!ofMail.containsKey(copy.account())) {
          Optional<Long> folder = folder(copy);
          Outcome outcome = outcome(delivery, copy, folder.isPresent());
          ofMail.put(copy.account(), outcome);
          if (outcome == Outcome.STORED) {
            byAccount
                .computeIfAbsent(copy.account(), id -> new ArrayList<>())
                .add(new Filed(delivery, copy, folder.orElseThrow()));
          }
        }
      }
      outcomes.add(ofMail);
    }
    if (!byAccount.isEmpty()) {
      tx.putBlobs(mails(byAccount));
      refuseFull(byAccount, outcomes);
      insert(byAccount);
    }
    return outcomes;
  }

  private static List<PreparedMail> mails(Map<Long, List<Filed>> byAccount) {
    return byAccount.values().stream()
        .flatMap(List::stream)
        .map(one -> one.delivery().mail())
        .distinct()
        .toList();
  }

  /**
   * Drops the copies that exceed a quota, after the blobs are locked, in the order of all writers.
   */
  private void refuseFull(Map<Long, List<Filed>> byAccount, List<Map<Long, Outcome>> outcomes) {
    Room room = Room.lock(tx, quotas, List.copyOf(byAccount.keySet()));
    if (room.isUnlimited()) {
      return;
    }
    for (int i = 0; i < deliveries.size(); i++) {
      Delivery delivery = deliveries.get(i);
      Map<Long, Outcome> ofMail = outcomes.get(i);
      Map<Integer, List<Long>> ofRecipient = new TreeMap<>();
      for (Copy copy : delivery.copies()) {
        if (ofMail.get(copy.account()) == Outcome.STORED) {
          ofRecipient.computeIfAbsent(copy.recipient(), n -> new ArrayList<>()).add(copy.account());
        }
      }
      for (List<Long> accounts : ofRecipient.values()) {
        if (!room.take(accounts, delivery.mail().size())) {
          accounts.forEach(account -> ofMail.put(account, Outcome.FULL));
          accounts.forEach(
              account ->
                  byAccount.get(account).removeIf(filed -> filed.delivery().equals(delivery)));
        }
      }
    }
    byAccount.values().removeIf(List::isEmpty);
  }

  private Outcome outcome(Delivery delivery, Copy copy, boolean isThere) {
    if (recent.contains(new Key(copy.account(), delivery.key()))) {
      return Outcome.REPEATED;
    }
    return isThere ? Outcome.STORED : Outcome.GONE;
  }

  /** Returns the copy's folder, or the inbox; empty if the account no longer exists. */
  private Optional<Long> folder(Copy copy) {
    return copy.folder()
        .filter(id -> folders.contains(new FolderKey(copy.account(), id)))
        .or(() -> Optional.ofNullable(inboxes.get(copy.account())));
  }

  private void insert(Map<Long, List<Filed>> byAccount) {
    Map<Long, MailRows> rows = new TreeMap<>();
    BulkInsert delivered = tx.into("delivered", "account", "mail_hash", "message", "delivered_at");
    for (Map.Entry<Long, List<Filed>> each : byAccount.entrySet()) {
      long account = each.getKey();
      MailRows ofAccount = tx.account(account).insert(arrivals(each.getValue()));
      rows.put(account, ofAccount);
      for (Filed one : each.getValue()) {
        long message = ofAccount.message(one.delivery().mail());
        delivered.add(account, one.delivery().key().bytes(), message, tx.now());
      }
    }
    delivered.flush();
    for (Map.Entry<Long, MailRows> each : rows.entrySet()) {
      Map<Sha256, Long> folderOf = new HashMap<>();
      byAccount
          .get(each.getKey())
          .forEach(one -> folderOf.put(one.delivery().mail().sha256(), one.folder()));
      each.getValue().file(folderOf);
    }
  }

  private static List<MailRows.Arrival> arrivals(List<Filed> ofAccount) {
    return ofAccount.stream()
        .map(
            one ->
                new MailRows.Arrival(
                    one.delivery().mail(),
                    Optional.of(one.copy().trace()),
                    one.delivery().isIndexed()))
        .toList();
  }

  // ---- rows of earlier deliveries, and folders

  private void look() {
    List<Copy> copies = deliveries.stream().flatMap(one -> one.copies().stream()).toList();
    if (copies.isEmpty()) {
      return;
    }
    List<Long> accounts = copies.stream().map(Copy::account).sorted().distinct().toList();
    List<byte[]> keys = deliveries.stream().map(one -> one.key().bytes()).toList();
    List<Long> named = copies.stream().flatMap(copy -> copy.folder().stream()).distinct().toList();
    List<Long> wanted = named.isEmpty() ? List.of(NO_FOLDER) : named;
    tx.list(LOOK, this::found, accounts, keys, INBOX, accounts, INBOX, wanted);
  }

  private boolean found(ResultRow row) {
    long account = row.getLong("account");
    long folder = row.getLong("folder");
    if (folder == NO_FOLDER) {
      Key key = new Key(account, Sha256.ofDigest(row.getBytes("mail_hash")));
      return row.getLong("number") > since ? recent.add(key) : old.add(key);
    }
    if (row.getBoolean("number")) {
      inboxes.put(account, folder);
    }
    return folders.add(new FolderKey(account, folder));
  }

  /** Deletes expired rows, whose keys block new rows. */
  private void forgetOld() {
    for (Key key : old) {
      tx.update(
          """
          DELETE FROM delivered
          WHERE account = ? AND mail_hash = ? AND delivered_at <= ?
          """,
          key.account(),
          key.mail().bytes(),
          since);
    }
  }
}
