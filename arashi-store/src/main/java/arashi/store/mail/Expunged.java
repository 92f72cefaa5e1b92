package arashi.store.mail;

import arashi.store.blob.BlobLinks;
import arashi.store.blob.Sha256;
import arashi.store.database.Sql;
import arashi.store.database.Transactions;
import arashi.store.index.SearchIndex;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Permanently deleted mails, kept for a while: their raw bytes, and data that these don't contain.
 * Each public method blocks on the database, and is safe from any thread.
 */
public final class Expunged {

  private static final String SELECT =
      "SELECT account, message, sha256, size, received_at, flags, trace, expunged_at,"
          + " from_text, subject FROM expunged";

  private final Transactions transactions;
  private final SearchIndex index;
  private final InstantSource time;

  /** Creates the expunged mails of a database. */
  public Expunged(Transactions transactions, SearchIndex index, InstantSource time) {
    this.transactions = transactions;
    this.index = index;
    this.time = time;
  }

  /** Returns the number of mails of an account that can be restored. */
  public long count(long account) {
    return transactions.read(
        c ->
            Sql.one(
                    c,
                    "SELECT COUNT(*) FROM expunged WHERE account = ?",
                    row -> row.getLong(1),
                    account)
                .orElse(0L));
  }

  /**
   * Returns at most {@code limit} mails of an account in id order, after an id (-1 for the first).
   */
  public List<ExpungedMail> list(long account, long after, int limit) {
    return transactions.read(
        c ->
            Sql.list(
                c,
                SELECT + " WHERE account = ? AND message > ? ORDER BY message LIMIT ?",
                Expunged::mail,
                account,
                after,
                limit));
  }

  /**
   * Returns at most {@code limit} mails of an account, newest first.
   *
   * @param before last id of the previous page; {@link Long#MAX_VALUE} for the first
   */
  public List<ExpungedMail> newest(long account, long before, int limit) {
    return transactions.read(
        c ->
            Sql.list(
                c,
                SELECT + " WHERE account = ? AND message < ? ORDER BY message DESC LIMIT ?",
                Expunged::mail,
                account,
                before,
                limit));
  }

  /** Returns those of the mails that still exist. */
  public List<ExpungedMail> find(long account, List<Long> messages) {
    return messages.isEmpty()
        ? List.of()
        : transactions.read(
            c ->
                Sql.list(
                    c,
                    SELECT + " WHERE account = ? AND message IN (" + Sql.marks(messages) + ")",
                    Expunged::mail,
                    account,
                    messages));
  }

  /**
   * Restores a mail into a folder, as a new mail.
   *
   * @param prepared its raw bytes, parsed again
   * @return false if it was restored or ended meanwhile
   * @throws NoSuchFolderException if the folder doesn't exist
   */
  public boolean restore(ExpungedMail mail, PreparedMail prepared, long folder) {
    Instant now = time.instant();
    boolean restored = transactions.write(c -> restore(c, mail, prepared, folder, now));
    index.changed(mail.account());
    return restored;
  }

  private boolean restore(
      Connection c, ExpungedMail mail, PreparedMail prepared, long folder, Instant now)
      throws SQLException {
    if (!remove(c, mail)) {
      return false;
    }
    MailRows.putBlobs(c, List.of(prepared), now);
    MailRows.insert(c, index, mail.account(), prepared, mail.trace()).file(folder, now);
    return true;
  }

  /** Deletes the mail's row; the sweep deletes its blob later. */
  private static boolean remove(Connection c, ExpungedMail mail) throws SQLException {
    int removed =
        Sql.update(
            c,
            "DELETE FROM expunged WHERE account = ? AND message = ?",
            mail.account(),
            mail.message());
    Map<Long, Sha256> link = Map.of(mail.message(), mail.sha256());
    BlobLinks.remove(c, mail.account(), BlobLinks.Kind.EXPUNGED, link);
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
        transactions.read(
            c ->
                Sql.list(
                    c,
                    SELECT + " WHERE expunged_at <= ? ORDER BY expunged_at LIMIT ?",
                    Expunged::mail,
                    before.toEpochMilli(),
                    limit));
    for (ExpungedMail mail : ended) {
      transactions.write(c -> remove(c, mail));
    }
    return ended.size();
  }

  /**
   * Keeps messages that are about to be deleted, in the caller's transaction.
   *
   * @param blobs their raw mail
   */
  static void keep(Connection c, long account, Map<Long, Sha256> blobs, Instant now)
      throws SQLException {
    if (blobs.isEmpty()) {
      return;
    }
    List<Long> messages = List.copyOf(blobs.keySet());
    Sql.update(
        c,
        "INSERT INTO expunged (account, message, sha256, size, received_at, flags, trace,"
            + " expunged_at, from_text, subject) SELECT m.account, m.message, m.sha256, m.size,"
            + " i.received_at, i.flags, m.trace, ?, i.from_text, i.subject FROM message m JOIN item"
            + " i ON i.account = m.account AND i.message = m.message WHERE m.account = ? AND"
            + " m.message IN ("
            + Sql.marks(messages)
            + ") ON DUPLICATE KEY UPDATE expunged_at = VALUES(expunged_at)",
        now.toEpochMilli(),
        account,
        messages);
    BlobLinks.add(c, account, BlobLinks.Kind.EXPUNGED, blobs);
  }

  private static ExpungedMail mail(ResultSet row) throws SQLException {
    return new ExpungedMail(
        row.getLong(1),
        row.getLong(2),
        Sha256.ofDigest(row.getBytes(3)),
        row.getLong(4),
        Instant.ofEpochMilli(row.getLong(5)),
        Flag.ofBits(row.getInt(6)),
        Instant.ofEpochMilli(row.getLong(8)),
        row.getString(9),
        row.getString(10),
        Optional.ofNullable(row.getBytes(7)));
  }
}
