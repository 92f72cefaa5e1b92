package arashi.store.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.blob.BlobLinks;
import arashi.store.blob.Sha256;
import arashi.store.database.BulkInsert;
import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import arashi.store.draft.DraftRows;
import arashi.store.draft.StoredDraft;
import arashi.store.mail.AccountTx;
import arashi.store.mail.Flag;
import arashi.store.mail.FolderRole;
import arashi.store.mail.MailRows;
import arashi.store.mail.MailTransactions;
import arashi.store.mail.MailTx;
import arashi.store.outbox.OutboxRows.Row;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

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

  private final MailTransactions mail;
  private final Transactions transactions;

  /** Creates the outbox of a database. */
  public Outbox(MailTransactions mail) {
    this.mail = mail;
    this.transactions = mail.plain();
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
  public SubmitResult submit(Submittal submittal, int recipientsAnHour) {
    try {
      return mail.write(tx -> submit(tx, submittal, recipientsAnHour));
    } catch (Refused e) {
      return e.result;
    }
  }

  private static SubmitResult submit(MailTx tx, Submittal mail, int recipientsAnHour) {
    OutboxRows outbox = new OutboxRows(tx, mail.account());
    DraftRows drafts = new DraftRows(tx, mail.account());
    if (outbox.lock(mail.draft()).isPresent()) {
      return new SubmitResult.Accepted(mail.draft(), true, mail.isScheduled());
    }
    Optional<StoredDraft> draft =
        drafts.lock(mail.draft()).filter(row -> !row.discarded()).map(DraftRows.Row::draft);
    if (draft.isEmpty()) {
      // a concurrent submission may have held its lock first
      return outbox.find(mail.draft()).isPresent()
          ? new SubmitResult.Accepted(mail.draft(), true, mail.isScheduled())
          : new SubmitResult.NoDraft();
    }
    if (mail.version().isPresent() && mail.version().getAsInt() != draft.get().version()) {
      return new SubmitResult.Changed(draft.get().version());
    }
    tx.putBlobs(List.of(mail.mail()));
    AccountTx account = tx.account(mail.account());
    MailRows rows = account.insert(mail.mail(), Optional.of(mail.trace()));
    account.lock();
    if (recipientsSince(tx, mail.account(), tx.now().minus(HOUR)) + mail.recipients().size()
        > recipientsAnHour) {
      throw new Refused(new SubmitResult.TooMany(recipientsAnHour));
    }
    rows.file(account.folder(FolderRole.OUTBOX));
    if (draft.get().message().isPresent()) {
      account.remove(draft.get().message().getAsLong(), FolderRole.DRAFTS);
    }
    drafts.delete(mail.draft());
    Optional<Long> answers =
        mail.answers().flatMap(answered -> account.message(answered.folder(), answered.uid()));
    insert(tx, mail, draft.get(), rows.message(mail.mail()), answers);
    return new SubmitResult.Accepted(mail.draft(), false, mail.isScheduled());
  }

  private static long recipientsSince(Tx tx, long account, Instant since) {
    return tx.count(
        """
        SELECT COUNT(*) FROM outbox o
        JOIN outbox_recipient r ON r.account = o.account AND r.id = o.id
        WHERE o.account = ? AND o.created_at > ?
        """,
        account,
        since);
  }

  private static void insert(
      Tx tx, Submittal mail, StoredDraft draft, long message, Optional<Long> answers) {
    String state = (mail.isScheduled() ? SendState.SCHEDULED : SendState.HELD).column();
    Instant due = mail.heldUntil();
    tx.update(
        """
        INSERT INTO outbox (account, id, idempotency_key, message, envelope_from, state,
          attempts, next_attempt_at, last_error, sha256, created_at, draft, attachments,
          version, answers, answer_mark, due_since, content_hash)
        VALUES (?, ?, ?, ?, ?, ?, 0, ?, '', ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        mail.account(),
        draft.id(),
        draft.key().getBytes(UTF_8),
        message,
        mail.envelopeFrom(),
        state,
        due,
        mail.mail().sha256().bytes(),
        tx.now(),
        draft.content(),
        DraftRows.column(draft.attachments()),
        draft.version(),
        answers,
        mail.answers().map(one -> Flag.bits(Set.of(one.mark()))).orElse(0),
        due,
        Sha256.of(draft.content()).bytes());
    BulkInsert rows =
        tx.into("outbox_recipient", "account", "id", "n", "address", "state", "next_attempt_at");
    for (int n = 0; n < mail.recipients().size(); n++) {
      byte[] address = mail.recipients().get(n).getBytes(UTF_8);
      rows.add(mail.account(), draft.id(), n, address, state, due);
    }
    rows.flush();
    Map<Long, Sha256> link = Map.of(draft.id(), mail.mail().sha256());
    BlobLinks.add(tx, mail.account(), BlobLinks.Kind.OUTBOX, link);
  }

  /**
   * Turns a mail that nobody has received back into a draft: it is held, scheduled, or failed for
   * all recipients. The draft has the same id and a new version; its item moves to Drafts.
   *
   * @return false if it is too late, or there is no such mail
   */
  public boolean recall(long account, long id) {
    return mail.write(tx -> recall(tx, account, id));
  }

  private static boolean recall(MailTx tx, long account, long id) {
    OutboxRows outbox = new OutboxRows(tx, account);
    Optional<Row> found = outbox.lock(id).filter(row -> RECALLABLE.contains(row.state()));
    if (found.isEmpty()) {
      return false;
    }
    Row row = found.get();
    List<RecipientRow> recipients = outbox.recipients(id);
    if (row.draft().content() == null || recipients.stream().anyMatch(Outbox::mayHaveIt)) {
      return false;
    }
    outbox.delete(row);
    new DraftRows(tx, account).putBack(row.draft());
    AccountTx locked = tx.account(account).lock();
    if (row.message().isPresent()
        && locked.move(row.message().getAsLong(), FolderRole.OUTBOX, FolderRole.DRAFTS)) {
      locked.flag(row.message().getAsLong(), Set.of(Flag.DRAFT), Set.of());
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
        tx -> {
          OutboxRows outbox = new OutboxRows(tx, account);
          Optional<Row> row = outbox.lock(id);
          if (row.isEmpty() || !row.get().with(outbox.recipients(id)).isForLater()) {
            return false;
          }
          tx.update(
              """
              UPDATE outbox SET next_attempt_at = ?, due_since = ?
              WHERE account = ? AND id = ?
              """,
              at,
              at,
              account,
              id);
          tx.update(
              "UPDATE outbox_recipient SET next_attempt_at = ? WHERE account = ? AND id = ?",
              at,
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
    return read(account, rows -> rows.newest(limit));
  }

  /** Returns one mail. */
  public Optional<OutgoingRow> find(long account, long id) {
    return read(account, rows -> rows.find(id).stream().toList()).stream().findFirst();
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
        tx ->
            tx.one(
                """
                SELECT i.folder, i.uid FROM outbox o
                JOIN item i ON i.account = o.account AND i.message = o.message
                WHERE o.account = ? AND o.id = ?
                """,
                row -> new Place(row.getLong("folder"), row.getLong("uid")),
                account,
                id));
  }

  /** Returns the mail whose item in Outbox or Sent is this message. */
  public Optional<OutgoingRow> ofMessage(long account, long message) {
    return read(account, rows -> rows.ofMessage(message).stream().toList()).stream().findFirst();
  }

  /** Returns the mails whose items are these messages, by message. */
  public Map<Long, OutgoingRow> ofMessages(long account, List<Long> messages) {
    return messages.isEmpty()
        ? Map.of()
        : read(account, rows -> rows.ofMessages(messages)).stream()
            .collect(Collectors.toMap(row -> row.message().orElseThrow(), row -> row));
  }

  /** Returns mails with their recipients. */
  private List<OutgoingRow> read(long account, Function<OutboxRows, List<Row>> some) {
    return transactions.read(
        tx -> {
          OutboxRows outbox = new OutboxRows(tx, account);
          List<Row> rows = some.apply(outbox);
          Map<Long, List<RecipientRow>> recipients =
              outbox.recipients(rows.stream().map(Row::id).toList());
          return rows.stream()
              .map(row -> row.with(recipients.getOrDefault(row.id(), List.of())))
              .toList();
        });
  }
}
