package arashi.store.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.database.Texts;
import arashi.store.mail.AccountTx;
import arashi.store.mail.Flag;
import arashi.store.mail.FolderRole;
import arashi.store.mail.MailRows;
import arashi.store.mail.MailTx;
import arashi.store.mail.PreparedMail;
import arashi.store.outbox.Claim.Outcome;
import arashi.store.outbox.OutboxRows.Row;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One step of an attempt to send a mail, in a transaction that has locked the mail's row. {@link
 * Departures} describes the steps. For one thread; blocks.
 */
final class Attempt {
  private static final int MAX_REPLY = Departures.MAX_REPLY;

  private final MailTx tx;
  private final OutboxRows rows;
  private final Claim claim;
  private final Optional<Row> row; // empty if the account was removed

  Attempt(MailTx tx, Claim claim) {
    this.tx = tx;
    this.rows = new OutboxRows(tx, claim.account());
    this.claim = claim;
    this.row = rows.lock(claim.id());
  }

  private boolean isLeased() {
    return row.isPresent() && row.get().lease().isHeldBy(claim.lease(), tx.now());
  }

  private boolean maySend() {
    return isLeased() && !rows.isWithdrawn(row.get());
  }

  private List<RecipientRow> recipients() {
    return rows.recipients(claim.id());
  }

  /** Renews the lease; returns false if the mail must not be sent. */
  boolean renew(Duration length) {
    if (!maySend()) {
      return false;
    }
    Instant until = tx.now().plus(length);
    tx.update(
        "UPDATE outbox SET lease_until = ?, next_attempt_at = ? WHERE account = ? AND id = ?",
        until,
        until,
        claim.account(),
        claim.id());
    return true;
  }

  /**
   * Records that recipients may have the mail from now on; returns false if it must not be sent.
   */
  boolean commit(List<Integer> accepted, Duration length) {
    if (!maySend()
        || recipients().stream()
            // final: a node that had lost its lease succeeded after all
            .anyMatch(one -> accepted.contains(one.n()) && one.state().isFinal())) {
      return false;
    }
    tx.update(
        "UPDATE outbox_recipient SET state = ? WHERE account = ? AND id = ? AND n IN (?)",
        SendState.IN_DOUBT.column(),
        claim.account(),
        claim.id(),
        accepted);
    Instant until = tx.now().plus(length);
    tx.update(
        """
        UPDATE outbox SET state = ?, lease_until = ?, next_attempt_at = ?
        WHERE account = ? AND id = ?
        """,
        SendState.IN_DOUBT.column(),
        until,
        until,
        claim.account(),
        claim.id());
    return true;
  }

  /** Records outcomes; files the mail and a report. */
  void settle(List<Outcome> outcomes, boolean isLast, Optional<PreparedMail> report) {
    if (row.isEmpty()) {
      return;
    }
    boolean ours = row.get().lease().owner().equals(claim.lease());
    Set<Integer> applied = new HashSet<>();
    for (Outcome outcome : outcomes) {
      if ((ours || outcome.state() == SendState.SENT) && apply(outcome)) {
        applied.add(outcome.n());
      }
    }
    if (report.isPresent() && !applied.isEmpty() && ours) {
      deliver(report.get());
    }
    List<RecipientRow> recipients = recipients();
    boolean done = recipients.stream().allMatch(one -> one.state().isFinal());
    if (done && !row.get().state().isFinal()) {
      SendState end = SendState.ofAll(recipients);
      rows.finish(row.get(), end);
      if (end == SendState.SENT) {
        file(row.get());
      }
    } else if (!done && ours && isLast) {
      waitForNext(recipients);
    }
  }

  private boolean apply(Outcome outcome) {
    return tx.update(
            """
            UPDATE outbox_recipient SET state = ?, next_attempt_at = ?, last_reply = ?,
              maybe_twice = maybe_twice OR ?
            WHERE account = ? AND id = ? AND n = ? AND state IN (?)
            """,
            outcome.state().column(),
            outcome.nextAttemptAt(),
            Texts.cut(outcome.reply(), MAX_REPLY),
            outcome.inDoubt(),
            claim.account(),
            claim.id(),
            outcome.n(),
            SendState.OPEN)
        > 0;
  }

  private void deliver(PreparedMail report) {
    tx.putBlobs(List.of(report));
    AccountTx account = tx.account(claim.account());
    MailRows mail = account.insert(report, Optional.of("Return-Path: <>\r\n".getBytes(UTF_8)));
    mail.file(account.lock().folder(FolderRole.INBOX));
  }

  private void waitForNext(List<RecipientRow> recipients) {
    List<RecipientRow> open = recipients.stream().filter(one -> !one.state().isFinal()).toList();
    boolean doubt = open.stream().anyMatch(one -> one.state() == SendState.IN_DOUBT);
    Instant next = open.stream().map(RecipientRow::nextAttemptAt).min(Instant::compareTo).get();
    rows.endLease(claim.id(), doubt ? SendState.IN_DOUBT : SendState.SCHEDULED, next);
    tx.update(
        "UPDATE outbox_recipient SET state = ? WHERE account = ? AND id = ? AND state = ?",
        SendState.SCHEDULED.column(),
        claim.account(),
        claim.id(),
        SendState.SENDING.column());
  }

  private void file(Row sent) {
    AccountTx account = tx.account(claim.account()).lock();
    if (sent.message().isPresent()) {
      account.move(sent.message().getAsLong(), FolderRole.OUTBOX, FolderRole.SENT);
    }
    if (sent.answers().message().isPresent()) {
      account.flag(
          sent.answers().message().getAsLong(), Flag.ofBits(sent.answers().mark()), Set.of());
    }
  }

  /** Returns the claim as if it had not been taken. */
  void release(Instant next) {
    if (isLeased()) {
      tx.update(
          """
          UPDATE outbox_recipient SET attempts = GREATEST(attempts - 1, 0), next_attempt_at = ?
          WHERE account = ? AND id = ? AND state IN (?) AND n IN (?)
          """,
          next,
          claim.account(),
          claim.id(),
          List.of(SendState.SENDING.column(), SendState.IN_DOUBT.column()),
          claim.due().stream().map(RecipientRow::n).toList());
      waitForNext(recipients());
    }
  }
}
