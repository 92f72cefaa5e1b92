package arashi.store.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.database.ResultRow;
import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import arashi.store.draft.DraftRows;
import arashi.store.mail.MailTransactions;
import arashi.store.mail.PreparedMail;
import arashi.store.outbox.Claim.Outcome;
import arashi.store.outbox.OutboxRows.Row;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The outbox from the sender's side. Several nodes share it; each mail belongs to one node at a
 * time.
 *
 * <pre>
 *   claim    a lease, committed before any network I/O
 *   renew    the lease, when the attempt starts late
 *   commit   IN_DOUBT, committed before the final dot, if the lease still holds
 *   settle   each recipient's outcome; the item moves to Sent, a report to the inbox
 * </pre>
 *
 * <p>A node that dies before <em>commit</em> has sent nothing: when the lease ends, another node
 * sends. A node that dies between <em>commit</em> and <em>settle</em> may have sent the mail. Then
 * another node sends it again with the same bytes, hence the same Message-ID, and the row records a
 * possible duplicate. SMTP can't tell (RFC 5321, 4.2.5 and 6.1; RFC 1047).
 *
 * <p>{@code next_attempt_at} is the time at which a mail needs attention: its next attempt, or the
 * end of its lease. Each method blocks on the database, and is safe from any thread.
 */
public final class Departures {

  static final int MAX_REPLY = 512;

  private static final int CANDIDATES = 16;

  /**
   * The index is by state, then time, so each SELECT reads a few rows in order. With one range over
   * all states, a server would read and sort all due rows for each claim.
   */
  private static final String DUE =
      """
      (SELECT account, id, next_attempt_at FROM outbox
      WHERE state = ? AND next_attempt_at <= ? ORDER BY next_attempt_at LIMIT ?)
      """;

  /** Same while the clock's time is not trusted: without mail that its writer put off. */
  private static final String DUE_BY_STEADY_TIME =
      """
      (SELECT account, id, next_attempt_at FROM outbox
      WHERE state = ? AND next_attempt_at <= ?
        AND NOT (attempts = 0 AND created_at <= ? AND due_since > ?)
      ORDER BY next_attempt_at LIMIT ?)
      """;

  private final MailTransactions mail;
  private final Transactions transactions;
  private final InstantSource steady;

  /**
   * Creates the departures of a database.
   *
   * @param steady time that does not follow a clock which is set ahead; what its writer put off
   *     before waits for it
   */
  public Departures(MailTransactions mail, InstantSource steady) {
    this.mail = mail;
    this.transactions = mail.plain();
    this.steady = steady;
  }

  private record Key(long account, long id) {
    static Key of(ResultRow row) {
      return new Key(row.getLong("account"), row.getLong("id"));
    }
  }

  /**
   * Claims the mail that has been due longest, unless the outbox is held. If the user has moved a
   * mail's item out of the folder Outbox, the mail is sent to no further recipient.
   *
   * @param lease id of the attempt; never reused
   * @param length maximum duration of the attempt
   */
  public Optional<Claim> claim(String lease, Duration length) {
    List<Key> due = transactions.read(tx -> Holds.isHeld(tx) ? List.of() : due(tx));
    for (Key key : due) {
      Optional<Claim> claim = transactions.write(tx -> claim(tx, key, lease, length));
      if (claim.isPresent()) {
        return claim;
      }
    }
    return Optional.empty();
  }

  private List<Key> due(Tx tx) {
    Instant until = steady.instant();
    boolean isTrusted = until.toEpochMilli() >= tx.now().toEpochMilli();
    List<Object> parameters = new ArrayList<>();
    for (String state : SendState.OPEN) {
      parameters.addAll(List.of(state, tx.now()));
      parameters.addAll(isTrusted ? List.of() : List.of(until, until));
      parameters.add(CANDIDATES);
    }
    List<String> selects =
        Collections.nCopies(SendState.OPEN.size(), isTrusted ? DUE : DUE_BY_STEADY_TIME);
    return tx.list(
        String.join("UNION ALL ", selects) + "ORDER BY next_attempt_at",
        Key::of,
        parameters.toArray());
  }

  private static Optional<Claim> claim(Tx tx, Key key, String lease, Duration length) {
    OutboxRows rows = new OutboxRows(tx, key.account());
    Optional<Row> found =
        rows.lockIfFree(key.id())
            .filter(row -> !row.state().isFinal() && !row.nextAttemptAt().isAfter(tx.now()));
    if (found.isEmpty()) {
      return Optional.empty(); // another node was faster
    }
    Row row = found.get();
    if (rows.isWithdrawn(row)) {
      withdraw(tx, key, rows, row);
      return Optional.empty();
    }
    tx.update(
        "UPDATE outbox_recipient SET maybe_twice = TRUE WHERE account = ? AND id = ? AND state = ?",
        key.account(),
        key.id(),
        SendState.IN_DOUBT.column());
    tx.update(
        """
        UPDATE outbox_recipient
        SET attempts = LEAST(attempts + 1, 32767), state = IF(state = ?, state, ?)
        WHERE account = ? AND id = ? AND (next_attempt_at <= ? OR state = ?) AND state IN (?)
        """,
        SendState.IN_DOUBT.column(),
        SendState.SENDING.column(),
        key.account(),
        key.id(),
        tx.now(),
        SendState.SENDING.column(),
        SendState.OPEN);
    List<RecipientRow> due =
        rows.recipients(key.id()).stream().filter(one -> isDue(one, tx.now())).toList();
    boolean doubt = due.stream().anyMatch(one -> one.state() == SendState.IN_DOUBT);
    Instant until = tx.now().plus(length);
    tx.update(
        """
        UPDATE outbox SET state = ?, leased_by = ?, lease_until = ?, next_attempt_at = ?,
          attempts = LEAST(attempts + 1, 32767), maybe_twice = maybe_twice OR ?
        WHERE account = ? AND id = ?
        """,
        (doubt ? SendState.IN_DOUBT : SendState.SENDING).column(),
        lease.getBytes(UTF_8),
        until,
        until,
        doubt,
        key.account(),
        key.id());
    return Optional.of(
        new Claim(
            key.account(),
            key.id(),
            lease,
            row.sha256(),
            row.envelopeId(),
            row.envelopeFrom(),
            row.dueSince(),
            due));
  }

  private static boolean isDue(RecipientRow recipient, Instant now) {
    return recipient.state() == SendState.SENDING
        || (!recipient.state().isFinal() && !recipient.nextAttemptAt().isAfter(now));
  }

  private static void withdraw(Tx tx, Key key, OutboxRows rows, Row row) {
    tx.update(
        """
        UPDATE outbox_recipient SET maybe_twice = maybe_twice OR state = ?, state = ?, last_reply = ?
        WHERE account = ? AND id = ? AND state IN (?)
        """,
        SendState.IN_DOUBT.column(),
        SendState.FAILED.column(),
        "withdrawn: the mail was moved out of the Outbox",
        key.account(),
        key.id(),
        SendState.OPEN);
    rows.finish(row, SendState.ofAll(rows.recipients(key.id())));
  }

  /**
   * Renews a claim for its original duration, before the network is used.
   *
   * @return false if the lease has ended, another node owns the mail, or the user moved it out of
   *     the Outbox
   */
  public boolean renew(Claim claim, Duration length) {
    return mail.write(tx -> new Attempt(tx, claim).renew(length));
  }

  /**
   * Records that the final dot is about to be sent: from now on some recipients may have the mail.
   *
   * @param recipients numbers of the recipients that the server has accepted
   * @param length maximum time for the reply to the dot
   * @return false if the lease has ended, another node has sent the mail, or the user moved it out
   *     of the Outbox; then the dot must not be sent
   */
  public boolean commit(Claim claim, Collection<Integer> recipients, Duration length) {
    List<Integer> accepted = recipients.stream().sorted().toList();
    return !accepted.isEmpty() && mail.write(tx -> new Attempt(tx, claim).commit(accepted, length));
  }

  /**
   * Ends an attempt, or a part of one. Recipients still to be sent to keep their claim if more
   * parts follow.
   *
   * <p>After the end of the lease, only accepted recipients are recorded.
   *
   * @param isLast whether this ends the attempt
   * @param report a mail for the inbox about failures
   */
  public void settle(
      Claim claim, List<Outcome> outcomes, boolean isLast, Optional<PreparedMail> report) {
    mail.write(
        tx -> {
          new Attempt(tx, claim).settle(outcomes, isLast, report);
          return null;
        });
  }

  /**
   * Returns an unused claim, as if it had not been taken. Recipients outside the claim don't
   * change: one in doubt has its own next attempt.
   *
   * @param next next due time
   */
  public void release(Claim claim, Instant next) {
    mail.write(
        tx -> {
          new Attempt(tx, claim).release(next);
          return null;
        });
  }

  /**
   * Records a report about recipients of a sent mail. The first final outcome counts; a delay may
   * be overwritten.
   *
   * @param account account that received the report; reports affect only its own mail
   * @param envelopeId ENVID of the report; a malformed or forged ENVID in our format has no effect
   * @param messageId hash of the Message-ID of the enclosed mail, used if a server on the way
   *     dropped the ENVID and the mail is in the account's outbox. Each recipient knows it, so it
   *     is no proof of delivery.
   * @return number of recipients marked
   */
  public int report(
      long account, String envelopeId, Optional<Long> messageId, List<DeliveryReport> reports) {
    Optional<Long> claimed = EnvelopeId.claimed(envelopeId);
    Optional<Long> id =
        claimed.or(
            () ->
                messageId.flatMap(
                    hash ->
                        transactions.read(tx -> new OutboxRows(tx, account).ofMessageId(hash))));
    return id.isEmpty()
        ? 0
        : transactions.write(
            tx ->
                new ReportedMail(tx, account, id.get())
                    .report(claimed.map(none -> envelopeId), reports));
  }

  /** Deletes at most {@code limit} mails done by the given time; returns the number deleted. */
  public int end(Instant before, int limit) {
    List<Key> ended =
        transactions.read(
            tx ->
                tx.list(
                    """
                    SELECT account, id FROM outbox
                    WHERE state IN (?) AND next_attempt_at <= ? LIMIT ?
                    """,
                    Key::of,
                    List.of(SendState.SENT.column(), SendState.FAILED.column()),
                    before,
                    limit));
    ended.forEach(key -> transactions.write(tx -> end(tx, key, before)));
    return ended.size();
  }

  private static boolean end(Tx tx, Key key, Instant before) {
    OutboxRows rows = new OutboxRows(tx, key.account());
    Optional<Row> row =
        rows.lock(key.id()) // it may have been recalled and sent again since
            .filter(one -> one.state().isFinal() && !one.nextAttemptAt().isAfter(before));
    if (row.isPresent()) {
      rows.delete(row.get());
      new DraftRows(tx, key.account()).unlink(key.id(), row.get().draft().attachments());
    }
    return row.isPresent();
  }
}
