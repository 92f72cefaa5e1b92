package arashi.store.draft;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.blob.BlobLinks;
import arashi.store.blob.Sha256;
import arashi.store.database.ResultRow;
import arashi.store.database.Tx;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Rows of drafts, in the caller's transaction. Changes hold the lock of the draft's row, which
 * comes first in the lock order: before those of blobs, messages and the account.
 */
public final class DraftRows {

  private static final String SELECT =
      """
      SELECT id, idempotency_key, version, content, attachments, message, saved_at, filed_at,
        discarded_at, saved_window, saved_edits, saved_version
      FROM draft WHERE account = ?\s""";

  private static final String BY_ID = SELECT + "AND id = ?";
  private static final String BY_MESSAGE = SELECT + "AND message = ?";
  private static final String BY_FORM = SELECT + "AND idempotency_key = ?";
  private static final String FOR_UPDATE = " FOR UPDATE";
  private static final String LOCK = BY_ID + FOR_UPDATE;
  private static final String LOCK_FORM = BY_FORM + FOR_UPDATE;

  private final Tx tx;
  private final long account;

  /** Creates the rows of an account. */
  public DraftRows(Tx tx, long account) {
    this.tx = tx;
    this.account = account;
  }

  /**
   * A row.
   *
   * @param filedAt creation time of its item; the epoch if it has none
   * @param discarded whether the draft is discarded but can be restored
   * @param saved its last save by a known window; of an older version if another one came after it
   */
  public record Row(StoredDraft draft, Instant filedAt, boolean discarded, Edited saved) {

    static Row of(ResultRow row) {
      return new Row(
          DraftRows.draft(row),
          row.getInstant("filed_at"),
          !row.isNull("discarded_at"),
          Edited.of(
              row.getInt("saved_version"),
              row.getBytes("saved_window"),
              row.getInt("saved_edits")));
    }

    /** True if the window of this save has made the last save, too. */
    boolean isOwnOf(Edited edited) {
      return saved.version() == draft.version() && edited.follows(saved);
    }
  }

  /**
   * Reads a draft, also one that was sent, from columns of a row: {@code id, idempotency_key,
   * version, content, attachments, message, saved_at}.
   */
  public static StoredDraft draft(ResultRow row) {
    return new StoredDraft(
        row.getLong("id"),
        row.getUtf8("idempotency_key"),
        row.getInt("version"),
        row.getBytes("content"),
        HashList.decode(row.getBytes("attachments")),
        row.getOptionalLong("message"),
        row.getInstant("saved_at"));
  }

  Optional<Row> find(long id) {
    return tx.one(BY_ID, Row::of, account, id);
  }

  Optional<Row> ofMessage(long message) {
    return tx.one(BY_MESSAGE, Row::of, account, message);
  }

  Optional<Row> ofForm(String key) {
    return tx.one(BY_FORM, Row::of, account, key.getBytes(UTF_8));
  }

  /** Locks and returns the row with this id. */
  public Optional<Row> lock(long id) {
    return tx.one(LOCK, Row::of, account, id);
  }

  Optional<Row> lock(String key) {
    return tx.one(LOCK_FORM, Row::of, account, key.getBytes(UTF_8));
  }

  /**
   * Inserts a row without an item; the caller links its attachments.
   *
   * @param edited the window that saves it
   */
  void insert(long id, String key, Edited edited, byte[] content, Collection<Sha256> attachments) {
    tx.update(
        """
        INSERT INTO draft (account, id, idempotency_key, version, content, attachments,
          created_at, saved_at, stale_since, saved_window, saved_edits, saved_version)
        VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, 1)
        """,
        account,
        id,
        key.getBytes(UTF_8),
        content,
        HashList.encode(attachments),
        tx.now(),
        tx.now(),
        tx.now(),
        edited.windowColumn(),
        edited.edits());
  }

  /** Restores a draft that was submitted, with a new version; its attachments are still linked. */
  public void putBack(StoredDraft sent) {
    StoredDraft draft = sent.next();
    insert(
        draft.id(),
        draft.key(),
        Edited.from(draft.version()),
        draft.content(),
        draft.attachments());
    tx.update(
        "UPDATE draft SET version = ?, message = ? WHERE account = ? AND id = ?",
        draft.version(),
        draft.message(),
        account,
        draft.id());
  }

  /** Deletes a row; its attachments stay linked to its id. */
  public void delete(long id) {
    tx.update("DELETE FROM draft WHERE account = ? AND id = ?", account, id);
  }

  /** Removes the links of attachments. */
  public void unlink(long id, Collection<Sha256> attachments) {
    BlobLinks.remove(tx, account, BlobLinks.Kind.DRAFT, id, attachments);
  }

  /** Encodes attachments for {@code draft.attachments} and {@code outbox.attachments}. */
  public static byte[] column(List<Sha256> attachments) {
    return HashList.encode(attachments);
  }
}
