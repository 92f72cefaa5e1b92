package arashi.store.outbox;

import arashi.store.blob.BlobLinks;
import arashi.store.blob.Sha256;
import arashi.store.database.ResultRow;
import arashi.store.database.Tx;
import arashi.store.database.WorkLease;
import arashi.store.draft.DraftRows;
import arashi.store.draft.StoredDraft;
import arashi.store.mail.FolderRole;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Rows of an account's outbox, in the caller's transaction. */
final class OutboxRows {
  private static final String SELECT =
      """
      SELECT id, state, sha256, envelope_from, created_at, next_attempt_at, maybe_twice,
        answers, answer_mark, leased_by, lease_until, due_since,
        idempotency_key, version, draft AS content, attachments, message, created_at AS saved_at
      FROM outbox
      WHERE account = ? AND sha256 IS NOT NULL\s""";

  private static final String BY_ID = SELECT + "AND id = ?";
  private static final String LOCK = BY_ID + " FOR UPDATE";
  private static final String LOCK_IF_FREE = LOCK + " SKIP LOCKED";
  private static final String BY_MESSAGE = SELECT + "AND message = ?";
  private static final String BY_MESSAGES = SELECT + "AND message IN (?)";
  private static final String NEWEST = SELECT + "ORDER BY created_at DESC, id DESC LIMIT ?";

  private final Tx tx;
  private final long account;

  OutboxRows(Tx tx, long account) {
    this.tx = tx;
    this.account = account;
  }

  /**
   * All columns of a row, without its recipients.
   *
   * @param draft the draft that was sent; its content is null after the mail has left
   */
  record Row(
      SendState state,
      Sha256 sha256,
      String envelopeFrom,
      Instant createdAt,
      Instant nextAttemptAt,
      boolean maybeTwice,
      StoredDraft draft,
      Answered answers,
      WorkLease<String> lease,
      Instant dueSince) {

    /** The mail that it answers, and how that mail is marked. */
    record Answered(OptionalLong message, int mark) {}

    static Row of(ResultRow row) {
      String lease = row.getUtf8("leased_by");
      return new Row(
          SendState.ofColumn(row.getString("state")),
          Sha256.ofDigest(row.getBytes("sha256")),
          row.getString("envelope_from"),
          row.getInstant("created_at"),
          row.getInstant("next_attempt_at"),
          row.getBoolean("maybe_twice"),
          DraftRows.draft(row),
          new Answered(row.getOptionalLong("answers"), row.getInt("answer_mark")),
          new WorkLease<>(lease == null ? "" : lease, row.getInstant("lease_until")),
          row.getInstant("due_since"));
    }

    long id() {
      return draft.id();
    }

    /** Returns its item, if any. */
    OptionalLong message() {
      return draft.message();
    }

    /** Returns the ENVID of the mail. */
    String envelopeId() {
      return EnvelopeId.of(id(), draft.key(), sha256);
    }

    OutgoingRow with(List<RecipientRow> recipients) {
      return new OutgoingRow(
          id(),
          state,
          sha256,
          message(),
          envelopeFrom,
          createdAt,
          nextAttemptAt,
          maybeTwice,
          recipients);
    }
  }

  Optional<Row> find(long id) {
    return tx.one(BY_ID, Row::of, account, id);
  }

  Optional<Row> ofMessage(long message) {
    return tx.one(BY_MESSAGE, Row::of, account, message);
  }

  /** Returns the latest mail of the outbox, sent or not, with this hash of its Message-ID. */
  Optional<Long> ofMessageId(long hash) {
    return tx.number(
        """
        SELECT o.id FROM message m JOIN outbox o ON o.account = m.account AND o.message = m.message
        WHERE m.account = ? AND m.message_id_hash = ? AND o.sha256 IS NOT NULL
        ORDER BY o.created_at DESC LIMIT 1
        """,
        account,
        hash);
  }

  /** Locks and returns a row. First in the lock order. */
  Optional<Row> lock(long id) {
    return tx.one(LOCK, Row::of, account, id);
  }

  /** Locks and returns a row; empty if another transaction holds it, because that node may hang. */
  Optional<Row> lockIfFree(long id) {
    return tx.one(LOCK_IF_FREE, Row::of, account, id);
  }

  List<Row> newest(int limit) {
    return tx.list(NEWEST, Row::of, account, limit);
  }

  List<Row> ofMessages(List<Long> messages) {
    return tx.list(BY_MESSAGES, Row::of, account, messages);
  }

  /** Returns true if the user has moved a mail's item out of the folder Outbox. */
  boolean isWithdrawn(Row row) {
    return row.message().isEmpty()
        || !tx.exists(
            """
            SELECT 1 FROM item i JOIN folder f ON f.account = i.account AND f.folder = i.folder
            WHERE i.account = ? AND i.message = ? AND f.role = ?
            """,
            account,
            row.message(),
            FolderRole.OUTBOX.column());
  }

  List<RecipientRow> recipients(long id) {
    return recipients(List.of(id)).getOrDefault(id, List.of());
  }

  /** Returns the recipients of several mails, by mail. */
  Map<Long, List<RecipientRow>> recipients(List<Long> ids) {
    Map<Long, List<RecipientRow>> recipients = new TreeMap<>();
    if (!ids.isEmpty()) {
      tx.list(
          """
          SELECT id, n, address, state, attempts, next_attempt_at, last_reply, maybe_twice, report,
            report_text
          FROM outbox_recipient WHERE account = ? AND id IN (?) ORDER BY id, n
          """,
          row ->
              recipients
                  .computeIfAbsent(row.getLong("id"), unused -> new ArrayList<>())
                  .add(recipient(row)),
          account,
          ids);
    }
    return recipients;
  }

  private static RecipientRow recipient(ResultRow row) {
    String address = row.getUtf8("address");
    Optional<String> report = Optional.ofNullable(row.getString("report"));
    return new RecipientRow(
        row.getInt("n"),
        address,
        SendState.ofColumn(row.getString("state")),
        row.getInt("attempts"),
        row.getInstant("next_attempt_at"),
        row.getString("last_reply"),
        row.getBoolean("maybe_twice"),
        report.map(
            kind ->
                new DeliveryReport(
                    address, DeliveryReport.Kind.ofColumn(kind), row.getString("report_text"))));
  }

  /** Sets a mail's state and next attempt, and ends its lease. */
  void endLease(long id, SendState state, Instant nextAttempt) {
    tx.update(
        """
        UPDATE outbox SET state = ?, next_attempt_at = ?, leased_by = NULL, lease_until = 0
        WHERE account = ? AND id = ?
        """,
        state.column(),
        nextAttempt,
        account,
        id);
  }

  /** Ends a mail, and its draft if it was sent. */
  void finish(Row row, SendState state) {
    endLease(row.id(), state, tx.now());
    if (state == SendState.SENT) {
      new DraftRows(tx, account).unlink(row.id(), row.draft().attachments());
      tx.update(
          "UPDATE outbox SET draft = NULL, attachments = NULL WHERE account = ? AND id = ?",
          account,
          row.id());
    }
  }

  /** Deletes a mail with its recipients and its link; the attachments of its draft stay linked. */
  void delete(Row row) {
    tx.update("DELETE FROM outbox_recipient WHERE account = ? AND id = ?", account, row.id());
    tx.update("DELETE FROM outbox WHERE account = ? AND id = ?", account, row.id());
    BlobLinks.remove(tx, account, BlobLinks.Kind.OUTBOX, Map.of(row.id(), row.sha256()));
  }
}
