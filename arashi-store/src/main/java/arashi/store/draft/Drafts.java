package arashi.store.draft;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.blob.BlobLinks;
import arashi.store.blob.BlobWriter;
import arashi.store.blob.Sha256;
import arashi.store.database.ResultRow;
import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import arashi.store.draft.DraftRows.Row;
import arashi.store.mail.AccountTx;
import arashi.store.mail.FolderRole;
import arashi.store.mail.MailRows;
import arashi.store.mail.MailTransactions;
import arashi.store.mail.PreparedMail;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Mail being written. The row is authoritative; the item in the folder Drafts follows it. The item
 * is replaced at most every {@link #ITEM_AGE}, because each replacement gets a new uid. Each method
 * blocks on the database, and is safe from any thread.
 *
 * <pre>
 *   save ──► row, version + 1 ──(item is due)──► file ──► item
 *   discard ──► restore, or end after a while
 *   submit (outbox) ──► deletes the row; recall restores it
 * </pre>
 */
public final class Drafts {

  /** Maximum bytes of a key. */
  public static final int MAX_KEY = 64;

  /** Maximum bytes of the content. */
  public static final int MAX_CONTENT = 4 << 20;

  /** Maximum attachments per draft. */
  public static final int MAX_ATTACHMENTS = 1_000;

  /** Maximum drafts per account. */
  public static final int MAX_DRAFTS = 1_000;

  /** Minimum age of an item in Drafts before it is replaced. */
  public static final Duration ITEM_AGE = Duration.ofSeconds(30);

  private static final int RANDOM_BITS = 20;

  private final MailTransactions mail;
  private final Transactions transactions;
  private final RandomGenerator random;

  /**
   * Creates the drafts of a database.
   *
   * @param random distinguishes drafts created in the same millisecond
   */
  public Drafts(MailTransactions mail, RandomGenerator random) {
    this.mail = mail;
    this.transactions = mail.plain();
    this.random = random;
  }

  /**
   * Saves a draft of an unknown window, whose attachments are all stored.
   *
   * @see #save(long, String, Edited, NewContent)
   */
  public SaveResult save(
      long account, String key, int version, byte[] content, Collection<Sha256> attachments) {
    NewContent stored = new NewContent(content, Set.copyOf(attachments), List.of());
    return save(account, key, Edited.from(version), stored);
  }

  /**
   * Saves a draft unless another window has changed it since, with the blobs that it brings, in one
   * transaction. Idempotent. A window whose last save had no answer may save other content from the
   * same version.
   *
   * @param key key of the form, 1 to {@link #MAX_KEY} bytes; identifies the draft
   * @param edited version that was edited, and the window
   * @throws IllegalArgumentException if the key or the content is too large
   */
  public SaveResult save(long account, String key, Edited edited, NewContent content) {
    atMost("bytes of the key", key.getBytes(UTF_8).length, MAX_KEY);
    atMost("bytes of the draft", content.bytes().length, MAX_CONTENT);
    atMost("attachments", content.attachments().size(), MAX_ATTACHMENTS);
    return transactions.write(
        tx -> {
          Optional<Row> row = new DraftRows(tx, account).lock(key);
          return row.isPresent()
              ? update(tx, account, row.get(), edited, content)
              : insert(tx, account, key, edited, content);
        });
  }

  private static void atMost(String what, int value, int most) {
    if (value > most) {
      throw new IllegalArgumentException(value + " " + what + "; at most " + most + " are allowed");
    }
  }

  private SaveResult insert(Tx tx, long account, String key, Edited edited, NewContent content) {
    Optional<SaveResult> sent =
        tx.one(
            "SELECT id, content_hash FROM outbox WHERE account = ? AND idempotency_key = ?",
            row -> new SaveResult.Sent(row.getLong("id"), isAsSent(row, content.bytes())),
            account,
            key.getBytes(UTF_8));
    if (sent.isPresent()) {
      return sent.get();
    }
    if (edited.version() > 0) {
      return new SaveResult.Discarded(0);
    }
    long drafts = tx.count("SELECT COUNT(*) FROM draft WHERE account = ?", account);
    if (drafts >= MAX_DRAFTS) {
      return new SaveResult.TooMany(MAX_DRAFTS);
    }
    Optional<Sha256> gone = firstGone(tx, account, content.storedBefore());
    if (gone.isPresent()) {
      return new SaveResult.AttachmentGone(gone.get().hex());
    }
    BlobWriter.put(tx, content.blobs());
    long id = tx.now().toEpochMilli() << RANDOM_BITS | random.nextInt(1 << RANDOM_BITS);
    new DraftRows(tx, account).insert(id, key, edited, content.bytes(), content.attachments());
    BlobLinks.add(tx, account, BlobLinks.Kind.DRAFT, id, content.attachments());
    return new SaveResult.Saved(id, 1, true);
  }

  private static boolean isAsSent(ResultRow row, byte[] content) {
    return Arrays.equals(row.getBytes("content_hash"), Sha256.of(content).bytes());
  }

  private static SaveResult update(
      Tx tx, long account, Row row, Edited edited, NewContent content) {
    StoredDraft draft = row.draft();
    Set<Sha256> before = Set.copyOf(draft.attachments());
    if (row.discarded()) {
      return new SaveResult.Discarded(draft.id());
    }
    boolean itemIsDue =
        draft.message().isEmpty() || !tx.now().isBefore(row.filedAt().plus(ITEM_AGE));
    boolean same =
        Arrays.equals(draft.content(), content.bytes()) && before.equals(content.attachments());
    int version = edited.version();
    boolean own = row.isOwnOf(edited);
    if (same && (draft.version() == version || draft.version() == version + 1 || own)) {
      return new SaveResult.Saved(draft.id(), draft.version(), draft.message().isEmpty());
    }
    if (draft.version() != version && !own) {
      return new SaveResult.Changed(draft.id(), draft.version(), draft.content());
    }
    Set<Sha256> added = content.storedBefore();
    added.removeAll(before);
    Optional<Sha256> gone = firstGone(tx, account, added);
    if (gone.isPresent()) {
      return new SaveResult.AttachmentGone(gone.get().hex());
    }
    BlobWriter.put(tx, content.blobs());
    content.blobs().forEach(blob -> added.add(blob.sha256()));
    Set<Sha256> removed = new HashSet<>(before);
    removed.removeAll(content.attachments());
    BlobLinks.add(tx, account, BlobLinks.Kind.DRAFT, draft.id(), added);
    new DraftRows(tx, account).unlink(draft.id(), removed);
    int next = draft.version() + 1;
    tx.update(
        """
        UPDATE draft
        SET version = ?, content = ?, attachments = ?, saved_at = ?,
          stale_since = COALESCE(stale_since, ?), saved_window = ?, saved_edits = ?,
          saved_version = ?
        WHERE account = ? AND id = ?
        """,
        next,
        content.bytes(),
        HashList.encode(content.attachments()),
        tx.now(),
        tx.now(),
        edited.windowColumn(),
        edited.edits(),
        next,
        account,
        draft.id());
    return new SaveResult.Saved(draft.id(), next, itemIsDue);
  }

  /** Locks blobs; returns the first that is missing or that the account may not read. */
  private static Optional<Sha256> firstGone(Tx tx, long account, Set<Sha256> blobs) {
    Set<Sha256> kept = new HashSet<>(BlobWriter.keep(tx, blobs));
    kept.retainAll(BlobLinks.of(tx, account, blobs));
    return blobs.stream().filter(blob -> !kept.contains(blob)).findFirst();
  }

  /** Returns the draft of a form, also if it is discarded. */
  public Optional<StoredDraft> ofForm(long account, String key) {
    return transactions.read(tx -> new DraftRows(tx, account).ofForm(key)).map(Row::draft);
  }

  /** Returns the id of the mail in the outbox that a form was sent as. */
  public Optional<Long> sent(long account, String key) {
    return transactions.read(
        tx ->
            tx.number(
                "SELECT id FROM outbox WHERE account = ? AND idempotency_key = ?",
                account,
                key.getBytes(UTF_8)));
  }

  /** Returns the draft, if it exists and is not discarded. */
  public Optional<StoredDraft> find(long account, long id) {
    return transactions
        .read(tx -> new DraftRows(tx, account).find(id))
        .filter(row -> !row.discarded())
        .map(Row::draft);
  }

  /** Returns the draft whose item is this message. */
  public Optional<StoredDraft> ofMessage(long account, long message) {
    return transactions
        .read(tx -> new DraftRows(tx, account).ofMessage(message))
        .filter(row -> !row.discarded())
        .map(Row::draft);
  }

  /** A draft without its content. */
  public record Summary(long id, int version, OptionalLong message, Instant savedAt) {}

  /** Returns all drafts, last saved first. */
  public List<Summary> list(long account) {
    return transactions.read(
        tx ->
            tx.list(
                """
                SELECT id, version, message, saved_at FROM draft
                WHERE account = ? AND discarded_at IS NULL
                ORDER BY saved_at DESC, id DESC
                """,
                row ->
                    new Summary(
                        row.getLong("id"),
                        row.getInt("version"),
                        row.getOptionalLong("message"),
                        row.getInstant("saved_at")),
                account));
  }

  /** Discards a draft and removes its item. Returns false if there is no such draft. */
  public boolean discard(long account, long id) {
    return mail.write(
        tx -> {
          Optional<Row> row = new DraftRows(tx, account).lock(id).filter(one -> !one.discarded());
          if (row.isEmpty()) {
            return false;
          }
          tx.update(
              """
              UPDATE draft SET discarded_at = ?, stale_since = NULL, message = NULL
              WHERE account = ? AND id = ?
              """,
              tx.now(),
              account,
              id);
          OptionalLong item = row.get().draft().message();
          if (item.isPresent()) {
            tx.account(account).lock().remove(item.getAsLong(), FolderRole.DRAFTS);
          }
          return true;
        });
  }

  /** Reverses {@link #discard}; the item is due for filing. Returns false if it is too late. */
  public boolean restore(long account, long id) {
    return transactions.write(
        tx ->
            tx.update(
                    """
                    UPDATE draft SET discarded_at = NULL, stale_since = ?
                    WHERE account = ? AND id = ? AND discarded_at IS NOT NULL
                    """,
                    tx.now(),
                    account,
                    id)
                > 0);
  }

  /**
   * Replaces the draft's item in the folder Drafts.
   *
   * @param version version that the item shows; if the draft has another version, nothing happens
   * @param item the new item's mail
   * @param isWhole false if the item lacks search terms, so that the draft stays stale
   * @return whether the item was filed
   */
  public boolean file(long account, long id, int version, PreparedMail item, boolean isWhole) {
    return mail.write(
        tx -> {
          Optional<Row> row = new DraftRows(tx, account).lock(id).filter(one -> !one.discarded());
          if (row.isEmpty() || row.get().draft().version() != version) {
            return false;
          }
          tx.putBlobs(List.of(item));
          AccountTx in = tx.account(account);
          MailRows rows = in.insert(item, Optional.of(new byte[0]));
          rows.file(in.lock().folder(FolderRole.DRAFTS));
          OptionalLong before = row.get().draft().message();
          if (before.isPresent()) {
            in.remove(before.getAsLong(), FolderRole.DRAFTS);
          }
          tx.update(
              """
              UPDATE draft SET message = ?, filed_at = ?, stale_since = ?
              WHERE account = ? AND id = ?
              """,
              rows.message(item),
              tx.now(),
              isWhole ? null : tx.now(),
              account,
              id);
          return true;
        });
  }

  /** A draft whose item is older than its last save. */
  public record Stale(long account, long id) {}

  /**
   * Claims at most {@code limit} drafts, of all accounts, that have been stale since the given
   * time. Each draft goes to one node: claiming it moves its stale time to now, so other nodes skip
   * it. If the claiming node dies, another claims the draft later.
   */
  public List<Stale> stale(Instant since, int limit) {
    record Lagging(Stale draft, long since) {}
    List<Lagging> found =
        transactions.read(
            tx ->
                tx.list(
                    """
                    SELECT account, id, stale_since FROM draft
                    WHERE stale_since <= ? ORDER BY stale_since LIMIT ?
                    """,
                    row ->
                        new Lagging(
                            new Stale(row.getLong("account"), row.getLong("id")),
                            row.getLong("stale_since")),
                    since,
                    limit));
    return found.stream()
        .filter(
            one ->
                transactions.write(
                    tx ->
                        tx.update(
                                """
                                UPDATE draft SET stale_since = ?
                                WHERE account = ? AND id = ? AND stale_since = ?
                                """,
                                tx.now(),
                                one.draft().account(),
                                one.draft().id(),
                                one.since())
                            > 0))
        .map(Lagging::draft)
        .toList();
  }

  /** Gives up on an item that can't be created. The next save tries again. */
  public void giveUp(Stale draft) {
    transactions.write(
        tx ->
            tx.update(
                "UPDATE draft SET stale_since = NULL WHERE account = ? AND id = ?",
                draft.account(),
                draft.id()));
  }

  /**
   * Deletes at most {@code limit} drafts discarded by the given time; returns the number deleted.
   */
  public int end(Instant before, int limit) {
    List<Stale> ended =
        transactions.read(
            tx ->
                tx.list(
                    """
                    SELECT account, id FROM draft
                    WHERE discarded_at <= ? ORDER BY discarded_at LIMIT ?
                    """,
                    row -> new Stale(row.getLong("account"), row.getLong("id")),
                    before,
                    limit));
    for (Stale each : ended) {
      transactions.write(tx -> end(tx, each));
    }
    return ended.size();
  }

  private static boolean end(Tx tx, Stale draft) {
    DraftRows rows = new DraftRows(tx, draft.account());
    Optional<Row> row = rows.lock(draft.id()).filter(Row::discarded);
    if (row.isPresent()) {
      rows.delete(draft.id());
      rows.unlink(draft.id(), row.get().draft().attachments());
    }
    return row.isPresent();
  }
}
