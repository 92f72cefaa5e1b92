package arashi.store.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.blob.BlobLinks;
import arashi.store.blob.Sha256;
import arashi.store.database.BulkInsert;
import arashi.store.database.Sql;
import arashi.store.database.Transactions;
import arashi.store.draft.DraftRows;
import arashi.store.draft.StoredDraft;
import arashi.store.index.SearchIndex;
import arashi.store.mail.Filing;
import arashi.store.mail.Flag;
import arashi.store.mail.FolderRole;
import arashi.store.mail.MailRows;
import arashi.store.outbox.OutboxRows.Row;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Outgoing mail from the writer's side: submit, recall, look up. {@link Departures} sends it. Each
 * method blocks on the database, and is safe from any thread.
 */
public final class Outbox {

  private static final Duration HOUR = Duration.ofHours(1);

  /** States in which a mail can be recalled, if nobody has received it. */
  private static final Set<SendState> RECALLABLE =
      Set.of(SendState.HELD, SendState.SCHEDULED, SendState.FAILED);

  private static final Set<SendState> MAY_HAVE_IT = Set.of(SendState.SENT, SendState.IN_DOUBT);

  private final Transactions transactions;
  private final SearchIndex index;
  private final InstantSource time;

  /** Creates the outbox of a database. */
  public Outbox(Transactions transactions, SearchIndex index, InstantSource time) {
    this.transactions = transactions;
    this.index = index;
    this.time = time;
  }

  /** Rolls back a transaction and carries its result. */
  private static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient SubmitResult result;

    Refused(SubmitResult result) {
      super("refused", null, false, false);
      this.result = result;
    }
  }

  /**
   * Moves a draft into the outbox and its item into the folder Outbox, in one transaction. The mail
   * has the id of the draft, so a draft is sent only once.
   *
   * @param recipientsAnHour maximum recipients of the account per hour
   */
  public SubmitResult submit(Submittal mail, int recipientsAnHour) {
    Instant now = time.instant();
    try {
      SubmitResult result = transactions.write(c -> submit(c, mail, recipientsAnHour, now));
      index.changed(mail.account());
      return result;
    } catch (Refused e) {
      return e.result;
    }
  }

  private SubmitResult submit(Connection c, Submittal mail, int recipientsAnHour, Instant now)
      throws SQLException {
    long account = mail.account();
    Optional<Row> before = OutboxRows.lock(c, account, mail.draft());
    if (before.isPresent()) {
      return new SubmitResult.Accepted(mail.draft(), true, mail.isScheduled());
    }
    Optional<StoredDraft> draft =
        DraftRows.lock(c, account, mail.draft())
            .filter(row -> !row.discarded())
            .map(DraftRows.Row::draft);
    if (draft.isEmpty()) {
      return sentMeanwhile(c, mail);
    }
    if (mail.version().isPresent() && mail.version().getAsInt() != draft.get().version()) {
      return new SubmitResult.Changed(draft.get().version());
    }
    MailRows.putBlobs(c, List.of(mail.mail()), now);
    MailRows rows = MailRows.insert(c, index, account, mail.mail(), Optional.of(mail.trace()));
    Filing filing = Filing.lock(c, index, account, now);
    if (recipientsSince(c, account, now.minus(HOUR)) + mail.recipients().size()
        > recipientsAnHour) {
      throw new Refused(new SubmitResult.TooMany(recipientsAnHour));
    }
    rows.file(filing.folder(FolderRole.OUTBOX), now);
    if (draft.get().message().isPresent()) {
      filing.remove(draft.get().message().getAsLong(), FolderRole.DRAFTS);
    }
    DraftRows.delete(c, account, draft.get().id());
    Optional<Long> answers =
        mail.answers().isEmpty()
            ? Optional.empty()
            : filing.message(mail.answers().get().folder(), mail.answers().get().uid());
    insert(c, mail, draft.get(), rows.message(mail.mail()), answers, now);
    return new SubmitResult.Accepted(mail.draft(), false, mail.isScheduled());
  }

  /** The draft is gone: a concurrent submission may have held its lock first. */
  private static SubmitResult sentMeanwhile(Connection c, Submittal mail) throws SQLException {
    return OutboxRows.find(c, mail.account(), "id = ?", mail.draft())
        .<SubmitResult>map(row -> new SubmitResult.Accepted(row.id(), true, mail.isScheduled()))
        .orElse(new SubmitResult.NoDraft());
  }

  private static long recipientsSince(Connection c, long account, Instant since)
      throws SQLException {
    return Sql.one(
            c,
            "SELECT COUNT(*) FROM outbox o JOIN outbox_recipient r ON r.account = o.account AND"
                + " r.id = o.id WHERE o.account = ? AND o.created_at > ?",
            row -> row.getLong(1),
            account,
            since.toEpochMilli())
        .orElse(0L);
  }

  private static void insert(
      Connection c,
      Submittal mail,
      StoredDraft draft,
      long message,
      Optional<Long> answers,
      Instant now)
      throws SQLException {
    String state = (mail.isScheduled() ? SendState.SCHEDULED : SendState.HELD).column();
    long due = mail.heldUntil().toEpochMilli();
    Sql.update(
        c,
        "INSERT INTO outbox (account, id, idempotency_key, message, envelope_from, state, attempts,"
            + " next_attempt_at, last_error, sha256, created_at, draft, attachments, version,"
            + " answers, answer_mark, due_since, content_hash) VALUES (?, ?, ?, ?, ?, ?, 0, ?, '', ?,"
            + " ?, ?, ?, ?, ?, ?, ?, ?)",
        mail.account(),
        draft.id(),
        draft.key().getBytes(UTF_8),
        message,
        mail.envelopeFrom(),
        state,
        due,
        mail.mail().sha256().bytes(),
        now.toEpochMilli(),
        draft.content(),
        DraftRows.column(draft.attachments()),
        draft.version(),
        answers.orElse(null),
        mail.answers().map(one -> Flag.bits(Set.of(one.mark()))).orElse(0),
        due,
        Sha256.of(draft.content()).bytes());
    BulkInsert rows =
        new BulkInsert(
            c, "outbox_recipient", "account", "id", "n", "address", "state", "next_attempt_at");
    for (int n = 0; n < mail.recipients().size(); n++) {
      byte[] address = mail.recipients().get(n).getBytes(UTF_8);
      rows.add(mail.account(), draft.id(), n, address, state, due);
    }
    rows.flush();
    Map<Long, Sha256> link = Map.of(draft.id(), mail.mail().sha256());
    BlobLinks.add(c, mail.account(), BlobLinks.Kind.OUTBOX, link);
  }

  /**
   * Turns a mail that nobody has received back into a draft: it is held, scheduled, or failed for
   * all recipients. The draft has the same id and a new version; its item moves to Drafts.
   *
   * @return false if it is too late, or there is no such mail
   */
  public boolean recall(long account, long id) {
    Instant now = time.instant();
    boolean recalled = transactions.write(c -> recall(c, account, id, now));
    index.changed(account);
    return recalled;
  }

  private boolean recall(Connection c, long account, long id, Instant now) throws SQLException {
    Optional<Row> found = OutboxRows.lock(c, account, id);
    if (found.isEmpty() || !RECALLABLE.contains(found.get().state())) {
      return false;
    }
    Row row = found.get();
    Row.Sent sent = row.sent();
    List<RecipientRow> recipients = OutboxRows.recipients(c, account, id);
    if (sent.content() == null || recipients.stream().anyMatch(Outbox::mayHaveIt)) {
      return false;
    }
    OutboxRows.delete(c, account, row);
    StoredDraft draft =
        new StoredDraft(
            id,
            sent.key(),
            sent.version() + 1,
            sent.content(),
            sent.attachments(),
            row.message(),
            now);
    DraftRows.putBack(c, account, draft, now);
    Filing filing = Filing.lock(c, index, account, now);
    if (row.message().isPresent()
        && filing.move(row.message().getAsLong(), FolderRole.OUTBOX, FolderRole.DRAFTS)) {
      filing.flag(row.message().getAsLong(), Set.of(Flag.DRAFT), Set.of());
    }
    return true;
  }

  /**
   * Changes the time at which a scheduled mail is sent.
   *
   * @return false if it is no longer waiting for that time, or there is no such mail
   */
  public boolean reschedule(long account, long id, Instant at) {
    return transactions.write(
        c -> {
          Optional<Row> row = OutboxRows.lock(c, account, id);
          if (row.isEmpty()
              || !row.get().with(OutboxRows.recipients(c, account, id)).isForLater()) {
            return false;
          }
          Sql.update(
              c,
              "UPDATE outbox SET next_attempt_at = ?, due_since = ? WHERE account = ? AND id = ?",
              at.toEpochMilli(),
              at.toEpochMilli(),
              account,
              id);
          Sql.update(
              c,
              "UPDATE outbox_recipient SET next_attempt_at = ? WHERE account = ? AND id = ?",
              at.toEpochMilli(),
              account,
              id);
          return true;
        });
  }

  private static boolean mayHaveIt(RecipientRow recipient) {
    return MAY_HAVE_IT.contains(recipient.state()) || recipient.maybeTwice();
  }

  /** Returns at most {@code limit} mails of an account, newest first, including sent ones. */
  public List<OutgoingRow> list(long account, int limit) {
    return transactions.read(
        c -> {
          List<Row> rows = OutboxRows.newest(c, account, limit);
          Map<Long, List<RecipientRow>> recipients =
              OutboxRows.recipients(c, account, rows.stream().map(Row::id).toList());
          return rows.stream()
              .map(row -> row.with(recipients.getOrDefault(row.id(), List.of())))
              .toList();
        });
  }

  /** Returns one mail. */
  public Optional<OutgoingRow> find(long account, long id) {
    return found(account, "id = ?", id);
  }

  /**
   * A mail's item in the account.
   *
   * @param folder mostly Outbox or Sent
   */
  public record Place(long folder, long uid) {}

  /** Returns where the item of a mail is; empty if it was deleted. */
  public Optional<Place> place(long account, long id) {
    return transactions.read(
        c ->
            Sql.one(
                c,
                "SELECT i.folder, i.uid FROM outbox o JOIN item i ON i.account = o.account AND"
                    + " i.message = o.message WHERE o.account = ? AND o.id = ?",
                row -> new Place(row.getLong(1), row.getLong(2)),
                account,
                id));
  }

  /** Returns the mail whose item in Outbox or Sent is this message. */
  public Optional<OutgoingRow> ofMessage(long account, long message) {
    return found(account, "message = ?", message);
  }

  /** Returns the mails whose items are these messages, by message. */
  public Map<Long, OutgoingRow> ofMessages(long account, List<Long> messages) {
    if (messages.isEmpty()) {
      return Map.of();
    }
    return transactions.read(
        c -> {
          List<Row> rows = OutboxRows.ofMessages(c, account, messages);
          Map<Long, List<RecipientRow>> recipients =
              OutboxRows.recipients(c, account, rows.stream().map(Row::id).toList());
          Map<Long, OutgoingRow> found = new HashMap<>();
          for (Row row : rows) {
            found.put(
                row.message().orElseThrow(),
                row.with(recipients.getOrDefault(row.id(), List.of())));
          }
          return found;
        });
  }

  private Optional<OutgoingRow> found(long account, String where, long value) {
    return transactions.read(
        c -> {
          Optional<Row> row = OutboxRows.find(c, account, where, value);
          return row.isEmpty()
              ? Optional.empty()
              : Optional.of(row.get().with(OutboxRows.recipients(c, account, row.get().id())));
        });
  }
}
