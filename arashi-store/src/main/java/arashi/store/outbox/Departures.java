package arashi.store.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.address.Address;
import arashi.store.database.Sql;
import arashi.store.database.Transactions;
import arashi.store.draft.DraftRows;
import arashi.store.index.SearchIndex;
import arashi.store.mail.Filing;
import arashi.store.mail.Flag;
import arashi.store.mail.FolderRole;
import arashi.store.mail.MailRows;
import arashi.store.mail.PreparedMail;
import arashi.store.outbox.Claim.Outcome;
import arashi.store.outbox.OutboxRows.Row;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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

  private static final int CANDIDATES = 16;
  private static final int MAX_REPLY = 512;

  private static final List<String> OPEN = List.of("held", "scheduled", "sending", "in doubt");
  private static final String NOT_DONE =
      "state IN (" + OPEN.stream().map(Departures::quoted).collect(Collectors.joining(", ")) + ")";

  /**
   * The index is by state, then time, so each SELECT reads a few rows in order. With one range over
   * all states, a server would read and sort all due rows for each claim.
   */
  private static final String DUE =
      OPEN.stream()
              .map(
                  state ->
                      "(SELECT account, id, next_attempt_at FROM outbox WHERE state = "
                          + quoted(state)
                          + " AND next_attempt_at <= ? ORDER BY next_attempt_at LIMIT ?)")
              .collect(Collectors.joining(" UNION ALL "))
          + " ORDER BY next_attempt_at";

  /** Same while the clock's time is not trusted: without mail that its writer put off. */
  private static final String DUE_BY_STEADY_TIME =
      DUE.replace(
          " AND next_attempt_at <= ?",
          " AND next_attempt_at <= ? AND NOT (attempts = 0 AND created_at <= ? AND due_since > ?)");

  private static String quoted(String state) {
    return "'" + state + "'";
  }

  private final Transactions transactions;
  private final SearchIndex index;
  private final InstantSource time;
  private final InstantSource steady;

  /**
   * Creates the departures of a database.
   *
   * @param steady time that does not follow a clock which is set ahead; what its writer put off
   *     before waits for it
   */
  public Departures(
      Transactions transactions, SearchIndex index, InstantSource time, InstantSource steady) {
    this.transactions = transactions;
    this.index = index;
    this.time = time;
    this.steady = steady;
  }

  private record Key(long account, long id) {}

  /**
   * Claims the mail that has been due longest, unless the outbox is held. If the user has moved a
   * mail's item out of the folder Outbox, the mail is sent to no further recipient.
   *
   * @param lease id of the attempt; never reused
   * @param length maximum duration of the attempt
   */
  public Optional<Claim> claim(String lease, Duration length) {
    Instant now = time.instant();
    List<Key> due = transactions.read(c -> Holds.isHeld(c) ? List.of() : due(c, now));
    for (Key key : due) {
      Optional<Claim> claim = transactions.write(c -> claim(c, key, lease, length, now));
      if (claim.isPresent()) {
        return claim;
      }
    }
    return Optional.empty();
  }

  private List<Key> due(Connection c, Instant now) throws SQLException {
    long until = steady.instant().toEpochMilli();
    boolean isTrusted = until >= now.toEpochMilli();
    List<Object> ofState =
        isTrusted
            ? List.of(now.toEpochMilli(), CANDIDATES)
            : List.of(now.toEpochMilli(), until, until, CANDIDATES);
    return Sql.list(
        c,
        isTrusted ? DUE : DUE_BY_STEADY_TIME,
        row -> new Key(row.getLong(1), row.getLong(2)),
        Collections.nCopies(OPEN.size(), ofState).stream().flatMap(List::stream).toArray());
  }

  private Optional<Claim> claim(Connection c, Key key, String lease, Duration length, Instant now)
      throws SQLException {
    Optional<Row> found = OutboxRows.lockIfFree(c, key.account(), key.id());
    if (found.isEmpty()
        || found.get().state().isFinal()
        || found.get().nextAttemptAt().isAfter(now)) {
      return Optional.empty(); // another node was faster
    }
    Row row = found.get();
    if (isWithdrawn(c, key.account(), row)) {
      withdraw(c, key.account(), row, now);
      return Optional.empty();
    }
    Instant until = now.plus(length);
    Sql.update(
        c,
        "UPDATE outbox_recipient SET maybe_twice = TRUE WHERE account = ? AND id = ? AND state ="
            + " 'in doubt'",
        key.account(),
        key.id());
    Sql.update(
        c,
        "UPDATE outbox_recipient SET attempts = LEAST(attempts + 1, 32767), state = IF(state = 'in"
            + " doubt', state, 'sending') WHERE account = ? AND id = ? AND (next_attempt_at <= ? OR"
            + " state = 'sending') AND "
            + NOT_DONE,
        key.account(),
        key.id(),
        now.toEpochMilli());
    List<RecipientRow> due =
        OutboxRows.recipients(c, key.account(), key.id()).stream()
            .filter(one -> isDue(one, now))
            .toList();
    boolean doubt = due.stream().anyMatch(one -> one.state() == SendState.IN_DOUBT);
    Sql.update(
        c,
        "UPDATE outbox SET state = ?, leased_by = ?, lease_until = ?, next_attempt_at = ?, attempts"
            + " = LEAST(attempts + 1, 32767), maybe_twice = maybe_twice OR ? WHERE account = ? AND"
            + " id = ?",
        (doubt ? SendState.IN_DOUBT : SendState.SENDING).column(),
        lease.getBytes(UTF_8),
        until.toEpochMilli(),
        until.toEpochMilli(),
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

  private static boolean isWithdrawn(Connection c, long account, Row row) throws SQLException {
    return row.message().isEmpty()
        || Sql.one(
                c,
                "SELECT 1 FROM item i JOIN folder f ON f.account = i.account AND f.folder ="
                    + " i.folder WHERE i.account = ? AND i.message = ? AND f.role = ?",
                one -> one.getLong(1),
                account,
                row.message().getAsLong(),
                FolderRole.OUTBOX.column())
            .isEmpty();
  }

  private static void withdraw(Connection c, long account, Row row, Instant now)
      throws SQLException {
    Sql.update(
        c,
        "UPDATE outbox_recipient SET maybe_twice = maybe_twice OR state = 'in doubt', state ="
            + " 'failed', last_reply = ? WHERE account = ? AND id = ? AND "
            + NOT_DONE,
        "withdrawn: the mail was moved out of the Outbox",
        account,
        row.id());
    boolean sent =
        OutboxRows.recipients(c, account, row.id()).stream()
            .anyMatch(one -> one.state() == SendState.SENT);
    finish(c, account, row, sent ? SendState.SENT : SendState.FAILED, now);
  }

  /**
   * Renews a claim for its original duration, before the network is used.
   *
   * @return false if the lease has ended, another node owns the mail, or the user moved it out of
   *     the Outbox
   */
  public boolean renew(Claim claim, Duration length) {
    Instant now = time.instant();
    return transactions.write(
        c -> {
          Optional<Row> row = OutboxRows.lock(c, claim.account(), claim.id());
          if (row.isEmpty()
              || !row.get().isLeasedBy(claim.lease(), now)
              || isWithdrawn(c, claim.account(), row.get())) {
            return false;
          }
          extend(c, claim, now.plus(length));
          return true;
        });
  }

  private static void extend(Connection c, Claim claim, Instant until) throws SQLException {
    Sql.update(
        c,
        "UPDATE outbox SET lease_until = ?, next_attempt_at = ? WHERE account = ? AND id = ?",
        until.toEpochMilli(),
        until.toEpochMilli(),
        claim.account(),
        claim.id());
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
    Instant now = time.instant();
    List<Integer> accepted = recipients.stream().sorted().toList();
    if (accepted.isEmpty()) {
      return false;
    }
    return transactions.write(
        c -> {
          Optional<Row> row = OutboxRows.lock(c, claim.account(), claim.id());
          if (row.isEmpty()
              || !row.get().isLeasedBy(claim.lease(), now)
              || isWithdrawn(c, claim.account(), row.get())) {
            return false;
          }
          boolean done =
              OutboxRows.recipients(c, claim.account(), claim.id()).stream()
                  .anyMatch(one -> accepted.contains(one.n()) && one.state().isFinal());
          if (done) {
            return false; // a node that had lost its lease succeeded after all
          }
          Sql.update(
              c,
              "UPDATE outbox_recipient SET state = 'in doubt' WHERE account = ? AND id = ? AND n"
                  + " IN ("
                  + Sql.marks(accepted)
                  + ")",
              claim.account(),
              claim.id(),
              accepted);
          Sql.update(
              c,
              "UPDATE outbox SET state = 'in doubt' WHERE account = ? AND id = ?",
              claim.account(),
              claim.id());
          extend(c, claim, now.plus(length));
          return true;
        });
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
    Instant now = time.instant();
    transactions.write(
        c -> {
          settle(c, claim, outcomes, isLast, report, now);
          return null;
        });
    index.changed(claim.account());
  }

  private void settle(
      Connection c,
      Claim claim,
      List<Outcome> outcomes,
      boolean isLast,
      Optional<PreparedMail> report,
      Instant now)
      throws SQLException {
    long account = claim.account();
    Optional<Row> found = OutboxRows.lock(c, account, claim.id());
    if (found.isEmpty()) {
      return; // the account was removed
    }
    Row row = found.get();
    boolean ours = row.lease().by().equals(claim.lease());
    Set<Integer> applied = new HashSet<>();
    for (Outcome outcome : outcomes) {
      if ((ours || outcome.state() == SendState.SENT) && apply(c, claim, outcome)) {
        applied.add(outcome.n());
      }
    }
    if (report.isPresent() && !applied.isEmpty() && ours) {
      deliver(c, account, report.get(), now);
    }
    List<RecipientRow> recipients = OutboxRows.recipients(c, account, claim.id());
    boolean done = recipients.stream().allMatch(one -> one.state().isFinal());
    if (done && !row.state().isFinal()) {
      boolean sent = recipients.stream().anyMatch(one -> one.state() == SendState.SENT);
      finish(c, account, row, sent ? SendState.SENT : SendState.FAILED, now);
      if (sent) {
        file(c, account, row, now);
      }
    } else if (!done && ours && isLast) {
      waitForNext(c, claim, recipients);
    }
  }

  private static boolean apply(Connection c, Claim claim, Outcome outcome) throws SQLException {
    return Sql.update(
            c,
            "UPDATE outbox_recipient SET state = ?, next_attempt_at = ?, last_reply = ?,"
                + " maybe_twice = maybe_twice OR ? WHERE account = ? AND id = ? AND n = ? AND "
                + NOT_DONE,
            outcome.state().column(),
            outcome.nextAttemptAt().toEpochMilli(),
            Sql.cut(outcome.reply(), MAX_REPLY),
            outcome.inDoubt(),
            claim.account(),
            claim.id(),
            outcome.n())
        > 0;
  }

  private void deliver(Connection c, long account, PreparedMail report, Instant now)
      throws SQLException {
    MailRows.putBlobs(c, List.of(report), now);
    byte[] trace = "Return-Path: <>\r\n".getBytes(UTF_8);
    MailRows rows = MailRows.insert(c, index, account, report, Optional.of(trace));
    rows.file(Filing.lock(c, index, account, now).folder(FolderRole.INBOX), now);
  }

  private static void waitForNext(Connection c, Claim claim, List<RecipientRow> recipients)
      throws SQLException {
    List<RecipientRow> open = recipients.stream().filter(one -> !one.state().isFinal()).toList();
    boolean doubt = open.stream().anyMatch(one -> one.state() == SendState.IN_DOUBT);
    long next =
        open.stream().mapToLong(one -> one.nextAttemptAt().toEpochMilli()).min().orElseThrow();
    Sql.update(
        c,
        "UPDATE outbox SET state = ?, next_attempt_at = ?, leased_by = NULL, lease_until = 0 WHERE"
            + " account = ? AND id = ?",
        (doubt ? SendState.IN_DOUBT : SendState.SCHEDULED).column(),
        next,
        claim.account(),
        claim.id());
    Sql.update(
        c,
        "UPDATE outbox_recipient SET state = 'scheduled' WHERE account = ? AND id = ? AND state ="
            + " 'sending'",
        claim.account(),
        claim.id());
  }

  private static void finish(Connection c, long account, Row row, SendState state, Instant now)
      throws SQLException {
    Sql.update(
        c,
        "UPDATE outbox SET state = ?, next_attempt_at = ?, leased_by = NULL, lease_until = 0 WHERE"
            + " account = ? AND id = ?",
        state.column(),
        now.toEpochMilli(),
        account,
        row.id());
    if (state == SendState.SENT) {
      DraftRows.unlink(c, account, row.id(), row.sent().attachments());
      Sql.update(
          c,
          "UPDATE outbox SET draft = NULL, attachments = NULL WHERE account = ? AND id = ?",
          account,
          row.id());
    }
  }

  private void file(Connection c, long account, Row row, Instant now) throws SQLException {
    Filing filing = Filing.lock(c, index, account, now);
    if (row.message().isPresent()) {
      filing.move(row.message().getAsLong(), FolderRole.OUTBOX, FolderRole.SENT);
    }
    if (row.answers().isPresent()) {
      filing.flag(row.answers().getAsLong(), Flag.ofBits(row.answerMark()), Set.of());
    }
  }

  /**
   * Returns an unused claim, as if it had not been taken. Recipients outside the claim don't
   * change: one in doubt has its own next attempt.
   *
   * @param next next due time
   */
  public void release(Claim claim, Instant next) {
    Instant now = time.instant();
    List<Integer> numbers = claim.due().stream().map(RecipientRow::n).toList();
    transactions.write(
        c -> {
          Optional<Row> row = OutboxRows.lock(c, claim.account(), claim.id());
          if (row.isPresent() && row.get().isLeasedBy(claim.lease(), now)) {
            Sql.update(
                c,
                "UPDATE outbox_recipient SET attempts = GREATEST(attempts - 1, 0), next_attempt_at"
                    + " = ? WHERE account = ? AND id = ? AND state IN ('sending', 'in doubt') AND n"
                    + " IN ("
                    + Sql.marks(numbers)
                    + ")",
                next.toEpochMilli(),
                claim.account(),
                claim.id(),
                numbers);
            waitForNext(c, claim, OutboxRows.recipients(c, claim.account(), claim.id()));
          }
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
        claimed.isPresent()
            ? claimed
            : messageId.flatMap(
                hash -> transactions.read(c -> OutboxRows.ofMessageId(c, account, hash)));
    if (id.isEmpty()) {
      return 0;
    }
    Instant now = time.instant();
    return transactions.write(
        c -> {
          Optional<Row> row = OutboxRows.lock(c, account, id.get());
          if (row.isEmpty()
              || (claimed.isPresent() && !EnvelopeId.matches(envelopeId, row.get().envelopeId()))) {
            return 0;
          }
          List<RecipientRow> recipients = OutboxRows.recipients(c, account, id.get());
          int marked = 0;
          for (DeliveryReport report : reports) {
            boolean isBelieved =
                claimed.isPresent() || report.kind() != DeliveryReport.Kind.DELIVERED;
            for (RecipientRow recipient : recipients) {
              if (isBelieved && isOf(report, recipient)) {
                marked += mark(c, account, id.get(), recipient.n(), report, now);
              }
            }
          }
          return marked;
        });
  }

  /** A report may arrive before the attempt is settled. */
  private static boolean isOf(DeliveryReport report, RecipientRow recipient) {
    boolean wasSent =
        recipient.state() == SendState.SENT || recipient.state() == SendState.IN_DOUBT;
    return wasSent && sameAddress(recipient.address(), report.address());
  }

  private static boolean sameAddress(String one, String other) {
    Optional<Address> address = Address.read(one);
    return one.equalsIgnoreCase(other)
        || (address.isPresent() && address.equals(Address.read(other)));
  }

  private static int mark(
      Connection c, long account, long id, int n, DeliveryReport report, Instant now)
      throws SQLException {
    return Sql.update(
        c,
        "UPDATE outbox_recipient SET report = ?, report_text = ?, reported_at = ? WHERE account ="
            + " ? AND id = ? AND n = ? AND (report IS NULL OR report = 'delayed')",
        report.kind().column(),
        Sql.cut(report.text(), MAX_REPLY),
        now.toEpochMilli(),
        account,
        id,
        n);
  }

  /** Deletes at most {@code limit} mails done by the given time; returns the number deleted. */
  public int end(Instant before, int limit) {
    List<Key> ended =
        transactions.read(
            c ->
                Sql.list(
                    c,
                    "SELECT account, id FROM outbox WHERE state IN ('sent', 'failed') AND"
                        + " next_attempt_at <= ? LIMIT ?",
                    row -> new Key(row.getLong(1), row.getLong(2)),
                    before.toEpochMilli(),
                    limit));
    for (Key key : ended) {
      transactions.write(
          c -> {
            Optional<Row> row = OutboxRows.lock(c, key.account(), key.id());
            // it may have been recalled and sent again since
            if (row.isPresent()
                && row.get().state().isFinal()
                && !row.get().nextAttemptAt().isAfter(before)) {
              OutboxRows.delete(c, key.account(), row.get());
              DraftRows.unlink(c, key.account(), key.id(), row.get().sent().attachments());
            }
            return null;
          });
    }
    return ended.size();
  }
}
