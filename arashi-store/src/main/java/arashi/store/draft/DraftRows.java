package arashi.store.draft;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.blob.BlobLinks;
import arashi.store.blob.Sha256;
import arashi.store.database.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Rows of drafts, in the caller's transaction. Changes hold the lock of the draft's row, which
 * comes first in the lock order: before those of blobs, messages and the account.
 */
public final class DraftRows {

  private static final String SELECT =
      "SELECT id, idempotency_key, version, content, attachments, message, saved_at, filed_at,"
          + " discarded_at, saved_window, saved_edits, saved_version FROM draft WHERE account = ?"
          + " AND ";

  private DraftRows() {}

  /**
   * A row.
   *
   * @param filedAt creation time of its item; the epoch if it has none
   * @param discarded whether the draft is discarded but can be restored
   * @param saved its last save by a known window; of an older version if another one came after it
   */
  public record Row(StoredDraft draft, Instant filedAt, boolean discarded, Edited saved) {

    static Row of(ResultSet row) throws SQLException {
      long message = row.getLong(6);
      OptionalLong item = row.wasNull() ? OptionalLong.empty() : OptionalLong.of(message);
      row.getLong(9);
      boolean discarded = !row.wasNull();
      return new Row(
          new StoredDraft(
              row.getLong(1),
              new String(row.getBytes(2), UTF_8),
              row.getInt(3),
              row.getBytes(4),
              HashList.decode(row.getBytes(5)),
              item,
              Instant.ofEpochMilli(row.getLong(7))),
          Instant.ofEpochMilli(row.getLong(8)),
          discarded,
          Edited.of(row.getInt(12), row.getBytes(10), row.getInt(11)));
    }

    /** True if the window of this save has made the last save, too. */
    boolean isOwnOf(Edited edited) {
      return saved.version() == draft.version() && edited.follows(saved);
    }
  }

  static Optional<Row> find(Connection c, long account, long id) throws SQLException {
    return Sql.one(c, SELECT + "id = ?", Row::of, account, id);
  }

  static Optional<Row> ofMessage(Connection c, long account, long message) throws SQLException {
    return Sql.one(c, SELECT + "message = ?", Row::of, account, message);
  }

  static Optional<Row> ofForm(Connection c, long account, String key) throws SQLException {
    return Sql.one(c, SELECT + "idempotency_key = ?", Row::of, account, key.getBytes(UTF_8));
  }

  /** Locks and returns the row with this id. */
  public static Optional<Row> lock(Connection c, long account, long id) throws SQLException {
    return Sql.one(c, SELECT + "id = ? FOR UPDATE", Row::of, account, id);
  }

  static Optional<Row> lock(Connection c, long account, String key) throws SQLException {
    return Sql.one(
        c, SELECT + "idempotency_key = ? FOR UPDATE", Row::of, account, key.getBytes(UTF_8));
  }

  /**
   * Inserts a row without an item; the caller links its attachments.
   *
   * @param edited the window that saves it
   */
  static void insert(
      Connection c,
      long account,
      long id,
      String key,
      Edited edited,
      byte[] content,
      Collection<Sha256> attachments,
      Instant now)
      throws SQLException {
    Sql.update(
        c,
        "INSERT INTO draft (account, id, idempotency_key, version, content, attachments,"
            + " created_at, saved_at, stale_since, saved_window, saved_edits, saved_version)"
            + " VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, 1)",
        account,
        id,
        key.getBytes(UTF_8),
        content,
        HashList.encode(attachments),
        now.toEpochMilli(),
        now.toEpochMilli(),
        now.toEpochMilli(),
        edited.windowColumn(),
        edited.edits());
  }

  /** Restores a draft that was submitted; its attachments are still linked. */
  public static void putBack(Connection c, long account, StoredDraft draft, Instant now)
      throws SQLException {
    insert(
        c,
        account,
        draft.id(),
        draft.key(),
        Edited.from(draft.version()),
        draft.content(),
        draft.attachments(),
        now);
    Sql.update(
        c,
        "UPDATE draft SET version = ?, message = ? WHERE account = ? AND id = ?",
        draft.version(),
        draft.message().isPresent() ? draft.message().getAsLong() : null,
        account,
        draft.id());
  }

  /** Deletes a row; its attachments stay linked to its id. */
  public static void delete(Connection c, long account, long id) throws SQLException {
    Sql.update(c, "DELETE FROM draft WHERE account = ? AND id = ?", account, id);
  }

  /** Removes the links of attachments. */
  public static void unlink(Connection c, long account, long id, Collection<Sha256> attachments)
      throws SQLException {
    BlobLinks.remove(c, account, BlobLinks.Kind.DRAFT, id, attachments);
  }

  /** Encodes attachments for {@code draft.attachments} and {@code outbox.attachments}. */
  public static byte[] column(List<Sha256> attachments) {
    return HashList.encode(attachments);
  }

  /** Decodes the output of {@link #column}; the column may be null. */
  public static List<Sha256> attachments(byte[] column) {
    return HashList.decode(column);
  }
}
