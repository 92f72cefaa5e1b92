package arashi.store.mail;

import arashi.store.blob.BlobLinks;
import arashi.store.blob.Sha256;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Messages that are about to be deleted, with their blobs, in the caller's transaction.
 *
 * @param blobs raw mail by message
 */
record MessageRows(AccountTx account, Map<Long, Sha256> blobs) {

  /** Deletes messages with all dependent rows in one statement. */
  private static final String DELETE =
      """
      DELETE m, i, k, l FROM message m
      LEFT JOIN item i ON i.account = m.account AND i.message = m.message
      LEFT JOIN item_keyword k ON k.account = m.account AND k.message = m.message
      LEFT JOIN blob_link l ON l.account = m.account AND l.sha256 = m.sha256
        AND l.kind = %d AND l.owner = m.message
      WHERE m.account = ? AND m.message IN (?)
      """
          .formatted(BlobLinks.Kind.MESSAGE.code);

  /** Reads those of the messages that exist. */
  static MessageRows of(AccountTx account, List<Long> messages) {
    Map<Long, Sha256> blobs = new TreeMap<>();
    MailTx tx = account.tx();
    tx.list(
        "SELECT message, sha256 FROM message WHERE account = ? AND message IN (?)",
        row -> blobs.put(row.getLong("message"), Sha256.ofDigest(row.getBytes("sha256"))),
        account.id(),
        messages);
    return new MessageRows(account, blobs);
  }

  /** Keeps what is needed to restore them for a while. Their items must exist. */
  void keepExpunged() {
    if (blobs.isEmpty()) {
      return;
    }
    MailTx tx = account.tx();
    tx.update(
        """
        INSERT INTO expunged (account, message, sha256, size, received_at, flags, trace,
          expunged_at, from_text, subject)
        SELECT m.account, m.message, m.sha256, m.size, i.received_at, i.flags, m.trace, ?,
          i.from_text, i.subject
        FROM message m JOIN item i ON i.account = m.account AND i.message = m.message
        WHERE m.account = ? AND m.message IN (?)
        ON DUPLICATE KEY UPDATE expunged_at = VALUES(expunged_at)
        """,
        tx.now(),
        account.id(),
        List.copyOf(blobs.keySet()));
    BlobLinks.add(tx, account.id(), BlobLinks.Kind.EXPUNGED, blobs);
  }

  /** Deletes them with their index entries, items, links and keywords. */
  void delete() {
    if (!blobs.isEmpty()) {
      List<Long> messages = List.copyOf(blobs.keySet());
      account.index().remove(account.tx(), account.id(), messages);
      account.tx().update(DELETE, account.id(), messages);
    }
  }
}
