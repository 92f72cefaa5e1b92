package arashi.store.mail;

import arashi.store.blob.BlobWriter;
import arashi.store.blob.BlobWriter.NewBlob;
import arashi.store.database.Tx;
import arashi.store.index.SearchIndex;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * A transaction that may change mail. Accounts are changed through {@link #account}.
 *
 * <pre>
 *   lock order   drafts, outbox rows, jobs ─► blobs by hash ─► own new messages ─► each account, in
 *                ascending order: its row ─► its folders by id ─► the rest
 * </pre>
 *
 * <p>Each transaction that changes mail locks in this order, which avoids deadlocks. So one that
 * changes several accounts inserts all its messages first, and then files them account by account.
 */
public final class MailTx extends Tx {
  private final SearchIndex index;
  private final Set<Long> reindexed = new TreeSet<>();
  private final TreeSet<Long> locked = new TreeSet<>();

  MailTx(Tx tx, SearchIndex index) {
    super(tx);
    this.index = index;
  }

  /** Returns an account, without a lock. */
  public AccountTx account(long id) {
    return new AccountTx(this, id);
  }

  /** Stores raw mail, once for all accounts, before an account is locked. */
  public void putBlobs(Collection<PreparedMail> mails) {
    BlobWriter.put(
        this,
        mails.stream()
            .map(mail -> new NewBlob(mail.sha256(), mail.size(), mail.compressed()))
            .toList());
  }

  /** Returns the search index, to change an account's entries. */
  SearchIndex indexOf(long account) {
    reindexed.add(account);
    return index;
  }

  /** Returns the accounts whose index entries were changed. */
  Set<Long> reindexed() {
    return reindexed;
  }

  /**
   * Notes that the account's row is about to be locked.
   *
   * @throws IllegalStateException if an account with a greater id is locked, but this one is not
   */
  void locks(long account) {
    if (locked.add(account) && locked.last() > account) {
      throw new IllegalStateException("accounts must be locked in ascending order");
    }
  }
}
