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
 * Rows of drafts as part of the caller's transaction, which changes them under their own lock. That
 * lock comes first: before those of blobs, messages and the account.
 */
public final class DraftRows {

  private static final String SELECT =
      "SELECT id, idempotency_key, version, content, attachments, message, saved_at, filed_at,"
          + " discarded_at FROM draft WHERE account = ? AND ";

  private DraftRows() {}

  /**
   * A row.
   *
   * @param filedAt when its item was made; the epoch if it has none
   * @param discarded whether it only waits to be restored
   */
  public record Row(StoredDraft draft, Instant filedAt, boolean discarded) {

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
          discarded);
    }
  }

  static Optional<Row> find(Connection c, long account, long id) throws SQLException {
    return Sql.one(c, SELECT + "id = ?", Row::of, account, id);
  }

  static Optional<Row> ofMessage(Connection c, long account, long message) throws SQLException {
    return Sql.one(c, SELECT + "message = ?", Row::of, account, message);
  }

  /** The row of an id, locked. */
  public static Optional<Row> lock(Connection c, long account, long id) throws SQLException {
    return Sql.one(c, SELECT + "id = ? FOR UPDATE", Row::of, account, id);
  }

  static Optional<Row> lock(Connection c, long account, String key) throws SQLException {
    return Sql.one(
        c, SELECT + "idempotency_key = ? FOR UPDATE", Row::of, account, key.getBytes(UTF_8));
  }

  /** Adds a row without an item; the caller links its attachments. */
  static void insert(
      Connection c,
      long account,
      long id,
      String key,
      byte[] content,
      Collection<Sha256> attachments,
      Instant now)
      throws SQLException {
    Sql.update(
        c,
        "INSERT INTO draft (account, id, idempotency_key, version, content, attachments,"
            + " created_at, saved_at, stale_since) VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?)",
        account,
        id,
        key.getBytes(UTF_8),
        content,
        HashList.encode(attachments),
        now.toEpochMilli(),
        now.toEpochMilli(),
        now.toEpochMilli());
  }

  /** Adds a draft that was sent, or was about to be; its attachments are still linked. */
  public static void putBack(Connection c, long account, StoredDraft draft, Instant now)
      throws SQLException {
    insert(c, account, draft.id(), draft.key(), draft.content(), draft.attachments(), now);
    Sql.update(
        c,
        "UPDATE draft SET version = ?, message = ? WHERE account = ? AND id = ?",
        draft.version(),
        draft.message().isPresent() ? draft.message().getAsLong() : null,
        account,
        draft.id());
  }

  /** Removes a row; its attachments stay linked to its id. */
  public static void delete(Connection c, long account, long id) throws SQLException {
    Sql.update(c, "DELETE FROM draft WHERE account = ? AND id = ?", account, id);
  }

  /** Removes the links of attachments. */
  public static void unlink(Connection c, long account, long id, Collection<Sha256> attachments)
      throws SQLException {
    BlobLinks.remove(c, account, BlobLinks.Kind.DRAFT, id, attachments);
  }

  /** As {@code draft.attachments} and {@code outbox.attachments} have them. */
  public static byte[] column(List<Sha256> attachments) {
    return HashList.encode(attachments);
  }

  /** The reverse of {@link #column}; of a column that may be null. */
  public static List<Sha256> attachments(byte[] column) {
    return HashList.decode(column);
  }
}
