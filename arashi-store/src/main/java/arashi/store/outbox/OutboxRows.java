package arashi.store.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.blob.BlobLinks;
import arashi.store.blob.Sha256;
import arashi.store.database.Sql;
import arashi.store.draft.DraftRows;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Rows of the outbox, in the caller's transaction. */
final class OutboxRows {
  private static final String COLUMNS =
      "id, state, sha256, message, envelope_from, created_at, next_attempt_at, maybe_twice,"
          + " idempotency_key, version, draft, attachments, answers, answer_mark, leased_by,"
          + " lease_until, due_since";

  private OutboxRows() {}

  /** All columns of a row, without its recipients. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Row(
      long id,
      SendState state,
      Sha256 sha256,
      OptionalLong message,
      String envelopeFrom,
      Instant createdAt,
      Instant nextAttemptAt,
      boolean maybeTwice,
      Sent sent,
      OptionalLong answers,
      int answerMark,
      Lease lease,
      Instant dueSince) {

    /** The draft that was sent; its content is null after the mail has left. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Sent(String key, int version, byte[] content, List<Sha256> attachments) {}

    /** The node's attempt that may change the row, until a time. */
    record Lease(String by, Instant until) {}

    static Row of(ResultSet row) throws SQLException {
      byte[] lease = row.getBytes("leased_by");
      return new Row(
          row.getLong("id"),
          SendState.ofColumn(row.getString("state")),
          Sha256.ofDigest(row.getBytes("sha256")),
          number(row, "message"),
          row.getString("envelope_from"),
          Instant.ofEpochMilli(row.getLong("created_at")),
          Instant.ofEpochMilli(row.getLong("next_attempt_at")),
          row.getBoolean("maybe_twice"),
          new Sent(
              new String(row.getBytes("idempotency_key"), UTF_8),
              row.getInt("version"),
              row.getBytes("draft"),
              DraftRows.attachments(row.getBytes("attachments"))),
          number(row, "answers"),
          row.getInt("answer_mark"),
          new Lease(
              lease == null ? "" : new String(lease, UTF_8),
              Instant.ofEpochMilli(row.getLong("lease_until"))),
          Instant.ofEpochMilli(row.getLong("due_since")));
    }

    private static OptionalLong number(ResultSet row, String column) throws SQLException {
      long number = row.getLong(column);
      return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(number);
    }

    /** Returns the ENVID of the mail. */
    String envelopeId() {
      return EnvelopeId.of(id, sent.key(), sha256);
    }

    /** Returns whether an attempt holds the lease. */
    boolean isLeasedBy(String attempt, Instant now) {
      return lease.by().equals(attempt) && now.isBefore(lease.until());
    }

    OutgoingRow with(List<RecipientRow> recipients) {
      return new OutgoingRow(
          id,
          state,
          sha256,
          message,
          envelopeFrom,
          createdAt,
          nextAttemptAt,
          maybeTwice,
          recipients);
    }
  }

  static Optional<Row> find(Connection c, long account, String where, Object value)
      throws SQLException {
    return Sql.one(
        c,
        "SELECT " + COLUMNS + " FROM outbox WHERE account = ? AND sha256 IS NOT NULL AND " + where,
        Row::of,
        account,
        value);
  }

  /** Returns the latest mail of the outbox, sent or not, with this hash of its Message-ID. */
  static Optional<Long> ofMessageId(Connection c, long account, long hash) throws SQLException {
    return Sql.one(
        c,
        "SELECT o.id FROM message m JOIN outbox o ON o.account = m.account AND o.message ="
            + " m.message WHERE m.account = ? AND m.message_id_hash = ? AND o.sha256 IS NOT NULL"
            + " ORDER BY o.created_at DESC LIMIT 1",
        row -> row.getLong(1),
        account,
        hash);
  }

  /** Locks and returns a row. First in the lock order. */
  static Optional<Row> lock(Connection c, long account, long id) throws SQLException {
    return find(c, account, "id = ? FOR UPDATE", id);
  }

  /** Locks and returns a row; empty if another transaction holds it, because that node may hang. */
  static Optional<Row> lockIfFree(Connection c, long account, long id) throws SQLException {
    return find(c, account, "id = ? FOR UPDATE SKIP LOCKED", id);
  }

  static List<Row> newest(Connection c, long account, int limit) throws SQLException {
    return Sql.list(
        c,
        "SELECT "
            + COLUMNS
            + " FROM outbox WHERE account = ? AND sha256 IS NOT NULL ORDER BY created_at DESC, id"
            + " DESC LIMIT ?",
        Row::of,
        account,
        limit);
  }

  static List<Row> ofMessages(Connection c, long account, List<Long> messages) throws SQLException {
    return Sql.list(
        c,
        "SELECT "
            + COLUMNS
            + " FROM outbox WHERE account = ? AND sha256 IS NOT NULL AND message IN ("
            + Sql.marks(messages)
            + ")",
        Row::of,
        account,
        messages);
  }

  static List<RecipientRow> recipients(Connection c, long account, long id) throws SQLException {
    return recipients(c, account, List.of(id)).getOrDefault(id, List.of());
  }

  /** Returns the recipients of several mails, by mail. */
  static Map<Long, List<RecipientRow>> recipients(Connection c, long account, List<Long> ids)
      throws SQLException {
    Map<Long, List<RecipientRow>> recipients = new TreeMap<>();
    if (!ids.isEmpty()) {
      Sql.list(
          c,
          "SELECT id, n, address, state, attempts, next_attempt_at, last_reply, maybe_twice,"
              + " report, report_text FROM outbox_recipient WHERE account = ? AND id IN ("
              + Sql.marks(ids)
              + ") ORDER BY id, n",
          row ->
              recipients
                  .computeIfAbsent(row.getLong(1), unused -> new ArrayList<>())
                  .add(recipient(row)),
          account,
          ids);
    }
    return recipients;
  }

  private static RecipientRow recipient(ResultSet row) throws SQLException {
    String address = new String(row.getBytes(3), UTF_8);
    String report = row.getString(9);
    return new RecipientRow(
        row.getInt(2),
        address,
        SendState.ofColumn(row.getString(4)),
        row.getInt(5),
        Instant.ofEpochMilli(row.getLong(6)),
        row.getString(7),
        row.getBoolean(8),
        report == null
            ? Optional.empty()
            : Optional.of(
                new DeliveryReport(
                    address, DeliveryReport.Kind.ofColumn(report), row.getString(10))));
  }

  /** Deletes a mail with its recipients and its link; the attachments of its draft stay linked. */
  static void delete(Connection c, long account, Row row) throws SQLException {
    for (String table : List.of("outbox_recipient", "outbox")) {
      Sql.update(c, "DELETE FROM " + table + " WHERE account = ? AND id = ?", account, row.id());
    }
    BlobLinks.remove(c, account, BlobLinks.Kind.OUTBOX, Map.of(row.id(), row.sha256()));
  }
}
