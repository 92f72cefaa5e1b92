package arashi.store.mail;

import arashi.store.blob.BlobLinks;
import arashi.store.blob.Sha256;
import arashi.store.database.ResultRow;
import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Permanently deleted mails, kept for a while: their raw bytes, and data that these don't contain.
 * Each public method blocks on the database, and is safe from any thread.
 */
public final class Expunged {

  private static final String SELECT =
      """
      SELECT account, message, sha256, size, received_at, flags, trace, expunged_at, from_text,
        subject
      FROM expunged
      """;

  private static final String LIST =
      SELECT + "WHERE account = ? AND message > ? ORDER BY message LIMIT ?";
  private static final String NEWEST =
      SELECT + "WHERE account = ? AND message < ? ORDER BY message DESC LIMIT ?";
  private static final String FIND = SELECT + "WHERE account = ? AND message IN (?)";
  private static final String ENDED =
      SELECT + "WHERE expunged_at <= ? ORDER BY expunged_at LIMIT ?";

  private final MailTransactions mail;
  private final Transactions transactions;

  /** Creates the expunged mails of a database. */
  public Expunged(MailTransactions mail) {
    this.mail = mail;
    this.transactions = mail.plain();
  }

  /** Returns the number of mails of an account that can be restored. */
  public long count(long account) {
    return transactions.read(
        tx -> tx.count("SELECT COUNT(*) FROM expunged WHERE account = ?", account));
  }

  /**
   * Returns at most {@code limit} mails of an account in id order, after an id (-1 for the first).
   */
  public List<ExpungedMail> list(long account, long after, int limit) {
    return transactions.read(tx -> tx.list(LIST, Expunged::mail, account, after, limit));
  }

  /**
   * Returns at most {@code limit} mails of an account, newest first.
   *
   * @param before last id of the previous page; {@link Long#MAX_VALUE} for the first
   */
  public List<ExpungedMail> newest(long account, long before, int limit) {
    return transactions.read(tx -> tx.list(NEWEST, Expunged::mail, account, before, limit));
  }

  /** Returns those of the mails that still exist. */
  public List<ExpungedMail> find(long account, List<Long> messages) {
    return messages.isEmpty()
        ? List.of()
        : transactions.read(tx -> tx.list(FIND, Expunged::mail, account, messages));
  }

  /**
   * Restores a mail into a folder, as a new mail.
   *
   * @param prepared its raw bytes, parsed again
   * @return false if it was restored or ended meanwhile
   * @throws NoSuchFolderException if the folder doesn't exist
   */
  public boolean restore(ExpungedMail mail, PreparedMail prepared, long folder) {
    return this.mail.write(
        tx -> {
          if (!remove(tx, mail)) {
            return false;
          }
          tx.putBlobs(List.of(prepared));
          tx.account(mail.account()).insert(prepared, mail.trace()).file(folder);
          return true;
        });
  }

  /** Deletes the mail's row; the sweep deletes its blob later. */
  private static boolean remove(Tx tx, ExpungedMail mail) {
    int removed =
        tx.update(
            "DELETE FROM expunged WHERE account = ? AND message = ?",
            mail.account(),
            mail.message());
    Map<Long, Sha256> link = Map.of(mail.message(), mail.sha256());
    BlobLinks.remove(tx, mail.account(), BlobLinks.Kind.EXPUNGED, link);
    return removed > 0;
  }

  /**
   * Ends mails, which can't be restored afterwards.
   *
   * @param before latest deletion time to end
   * @param limit maximum mails
   * @return number of mails ended
   */
  public int end(Instant before, int limit) {
    List<ExpungedMail> ended =
        transactions.read(tx -> tx.list(ENDED, Expunged::mail, before, limit));
    for (ExpungedMail mail : ended) {
      transactions.write(tx -> remove(tx, mail));
    }
    return ended.size();
  }

  private static ExpungedMail mail(ResultRow row) {
    return new ExpungedMail(
        row.getLong("account"),
        row.getLong("message"),
        Sha256.ofDigest(row.getBytes("sha256")),
        row.getLong("size"),
        row.getInstant("received_at"),
        Flag.ofBits(row.getInt("flags")),
        row.getInstant("expunged_at"),
        row.getString("from_text"),
        row.getString("subject"),
        Optional.ofNullable(row.getBytes("trace")));
  }
}
