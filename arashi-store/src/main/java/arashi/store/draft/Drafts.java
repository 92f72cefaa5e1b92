package arashi.store.draft;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.blob.BlobLinks;
import arashi.store.blob.BlobWriter;
import arashi.store.blob.Sha256;
import arashi.store.database.Sql;
import arashi.store.database.Transactions;
import arashi.store.draft.DraftRows.Row;
import arashi.store.index.SearchIndex;
import arashi.store.mail.Filing;
import arashi.store.mail.FolderRole;
import arashi.store.mail.MailRows;
import arashi.store.mail.PreparedMail;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
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

  private final Transactions transactions;
  private final SearchIndex index;
  private final InstantSource time;
  private final RandomGenerator random;

  /**
   * Creates the drafts of a database.
   *
   * @param random distinguishes drafts created in the same millisecond
   */
  public Drafts(
      Transactions transactions, SearchIndex index, InstantSource time, RandomGenerator random) {
    this.transactions = transactions;
    this.index = index;
    this.time = time;
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
    Instant now = time.instant();
    return transactions.write(
        c -> {
          Optional<Row> row = DraftRows.lock(c, account, key);
          return row.isPresent()
              ? update(c, account, row.get(), edited, content, now)
              : insert(c, account, key, edited, content, now);
        });
  }

  private static void atMost(String what, int value, int most) {
    if (value > most) {
      throw new IllegalArgumentException(value + " " + what + "; at most " + most + " are allowed");
    }
  }

  private SaveResult insert(
      Connection c, long account, String key, Edited edited, NewContent content, Instant now)
      throws SQLException {
    Optional<SaveResult> sent =
        Sql.one(
            c,
            "SELECT id, content_hash FROM outbox WHERE account = ? AND idempotency_key = ?",
            row -> new SaveResult.Sent(row.getLong(1), isAsSent(row, content.bytes())),
            account,
            key.getBytes(UTF_8));
    if (sent.isPresent()) {
      return sent.get();
    }
    if (edited.version() > 0) {
      return new SaveResult.Discarded(0);
    }
    long drafts =
        Sql.one(c, "SELECT COUNT(*) FROM draft WHERE account = ?", row -> row.getLong(1), account)
            .orElse(0L);
    if (drafts >= MAX_DRAFTS) {
      return new SaveResult.TooMany(MAX_DRAFTS);
    }
    Optional<Sha256> gone = firstGone(c, account, content.storedBefore(), now);
    if (gone.isPresent()) {
      return new SaveResult.AttachmentGone(gone.get().hex());
    }
    BlobWriter.put(c, content.blobs(), now);
    long id = now.toEpochMilli() << RANDOM_BITS | random.nextInt(1 << RANDOM_BITS);
    DraftRows.insert(c, account, id, key, edited, content.bytes(), content.attachments(), now);
    BlobLinks.add(c, account, BlobLinks.Kind.DRAFT, id, content.attachments());
    return new SaveResult.Saved(id, 1, true);
  }

  private static boolean isAsSent(ResultSet row, byte[] content) throws SQLException {
    return Arrays.equals(row.getBytes(2), Sha256.of(content).bytes());
  }

  private static SaveResult update(
      Connection c, long account, Row row, Edited edited, NewContent content, Instant now)
      throws SQLException {
    StoredDraft draft = row.draft();
    Set<Sha256> before = Set.copyOf(draft.attachments());
    if (row.discarded()) {
      return new SaveResult.Discarded(draft.id());
    }
    boolean itemIsDue = draft.message().isEmpty() || !now.isBefore(row.filedAt().plus(ITEM_AGE));
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
    Optional<Sha256> gone = firstGone(c, account, added, now);
    if (gone.isPresent()) {
      return new SaveResult.AttachmentGone(gone.get().hex());
    }
    BlobWriter.put(c, content.blobs(), now);
    content.blobs().forEach(blob -> added.add(blob.sha256()));
    Set<Sha256> removed = new HashSet<>(before);
    removed.removeAll(content.attachments());
    BlobLinks.add(c, account, BlobLinks.Kind.DRAFT, draft.id(), added);
    DraftRows.unlink(c, account, draft.id(), removed);
    int next = draft.version() + 1;
    Sql.update(
        c,
        "UPDATE draft SET version = ?, content = ?, attachments = ?, saved_at = ?, stale_since ="
            + " COALESCE(stale_since, ?), saved_window = ?, saved_edits = ?, saved_version = ?"
            + " WHERE account = ? AND id = ?",
        next,
        content.bytes(),
        HashList.encode(content.attachments()),
        now.toEpochMilli(),
        now.toEpochMilli(),
        edited.windowColumn(),
        edited.edits(),
        next,
        account,
        draft.id());
    return new SaveResult.Saved(draft.id(), next, itemIsDue);
  }

  /** Locks blobs; returns the first that is missing or that the account may not read. */
  private static Optional<Sha256> firstGone(
      Connection c, long account, Set<Sha256> blobs, Instant now) throws SQLException {
    Set<Sha256> kept = new HashSet<>(BlobWriter.keep(c, blobs, now));
    kept.retainAll(BlobLinks.of(c, account, blobs));
    return blobs.stream().filter(blob -> !kept.contains(blob)).findFirst();
  }

  /** Returns the draft of a form, also if it is discarded. */
  public Optional<StoredDraft> ofForm(long account, String key) {
    return transactions.read(c -> DraftRows.ofForm(c, account, key)).map(Row::draft);
  }

  /** Returns the id of the mail in the outbox that a form was sent as. */
  public Optional<Long> sent(long account, String key) {
    return transactions.read(
        c ->
            Sql.one(
                c,
                "SELECT id FROM outbox WHERE account = ? AND idempotency_key = ?",
                row -> row.getLong(1),
                account,
                key.getBytes(UTF_8)));
  }

  /** Returns the draft, if it exists and is not discarded. */
  public Optional<StoredDraft> find(long account, long id) {
    return transactions
        .read(c -> DraftRows.find(c, account, id))
        .filter(row -> !row.discarded())
        .map(Row::draft);
  }

  /** Returns the draft whose item is this message. */
  public Optional<StoredDraft> ofMessage(long account, long message) {
    return transactions
        .read(c -> DraftRows.ofMessage(c, account, message))
        .filter(row -> !row.discarded())
        .map(Row::draft);
  }

  /** A draft without its content. */
  public record Summary(long id, int version, OptionalLong message, Instant savedAt) {}

  /** Returns all drafts, last saved first. */
  public List<Summary> list(long account) {
    return transactions.read(
        c ->
            Sql.list(
                c,
                "SELECT id, version, message, saved_at FROM draft WHERE account = ? AND"
                    + " discarded_at IS NULL ORDER BY saved_at DESC, id DESC",
                row -> {
                  long message = row.getLong(3);
                  return new Summary(
                      row.getLong(1),
                      row.getInt(2),
                      row.wasNull() ? OptionalLong.empty() : OptionalLong.of(message),
                      Instant.ofEpochMilli(row.getLong(4)));
                },
                account));
  }

  /** Discards a draft and removes its item. Returns false if there is no such draft. */
  public boolean discard(long account, long id) {
    Instant now = time.instant();
    boolean discarded =
        transactions.write(
            c -> {
              Optional<Row> row = DraftRows.lock(c, account, id).filter(one -> !one.discarded());
              if (row.isEmpty()) {
                return false;
              }
              Sql.update(
                  c,
                  "UPDATE draft SET discarded_at = ?, stale_since = NULL, message = NULL WHERE"
                      + " account = ? AND id = ?",
                  now.toEpochMilli(),
                  account,
                  id);
              removeItem(c, account, row.get().draft(), now);
              return true;
            });
    index.changed(account);
    return discarded;
  }

  private void removeItem(Connection c, long account, StoredDraft draft, Instant now)
      throws SQLException {
    if (draft.message().isPresent()) {
      Filing.lock(c, index, account, now).remove(draft.message().getAsLong(), FolderRole.DRAFTS);
    }
  }

  /** Reverses {@link #discard}; the item is due for filing. Returns false if it is too late. */
  public boolean restore(long account, long id) {
    Instant now = time.instant();
    return transactions.write(
        c ->
            Sql.update(
                    c,
                    "UPDATE draft SET discarded_at = NULL, stale_since = ? WHERE account = ? AND"
                        + " id = ? AND discarded_at IS NOT NULL",
                    now.toEpochMilli(),
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
    Instant now = time.instant();
    boolean filed =
        transactions.write(
            c -> {
              Optional<Row> row = DraftRows.lock(c, account, id).filter(one -> !one.discarded());
              if (row.isEmpty() || row.get().draft().version() != version) {
                return false;
              }
              MailRows.putBlobs(c, List.of(item), now);
              MailRows rows = MailRows.insert(c, index, account, item, Optional.of(new byte[0]));
              Filing filing = Filing.lock(c, index, account, now);
              rows.file(filing.folder(FolderRole.DRAFTS), now);
              OptionalLong before = row.get().draft().message();
              if (before.isPresent()) {
                filing.remove(before.getAsLong(), FolderRole.DRAFTS);
              }
              Sql.update(
                  c,
                  "UPDATE draft SET message = ?, filed_at = ?, stale_since = ? WHERE account = ?"
                      + " AND id = ?",
                  rows.message(item),
                  now.toEpochMilli(),
                  isWhole ? null : now.toEpochMilli(),
                  account,
                  id);
              return true;
            });
    index.changed(account);
    return filed;
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
            c ->
                Sql.list(
                    c,
                    "SELECT account, id, stale_since FROM draft WHERE stale_since <= ? ORDER BY"
                        + " stale_since LIMIT ?",
                    row -> new Lagging(new Stale(row.getLong(1), row.getLong(2)), row.getLong(3)),
                    since.toEpochMilli(),
                    limit));
    long now = time.instant().toEpochMilli();
    return found.stream()
        .filter(
            one ->
                transactions.write(
                    c ->
                        Sql.update(
                                c,
                                "UPDATE draft SET stale_since = ? WHERE account = ? AND id = ? AND"
                                    + " stale_since = ?",
                                now,
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
        c ->
            Sql.update(
                c,
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
            c ->
                Sql.list(
                    c,
                    "SELECT account, id FROM draft WHERE discarded_at <= ? ORDER BY discarded_at"
                        + " LIMIT ?",
                    row -> new Stale(row.getLong(1), row.getLong(2)),
                    before.toEpochMilli(),
                    limit));
    for (Stale each : ended) {
      transactions.write(c -> end(c, each));
    }
    return ended.size();
  }

  private static boolean end(Connection c, Stale draft) throws SQLException {
    Optional<Row> row = DraftRows.lock(c, draft.account(), draft.id()).filter(Row::discarded);
    if (row.isPresent()) {
      DraftRows.delete(c, draft.account(), draft.id());
      DraftRows.unlink(c, draft.account(), draft.id(), row.get().draft().attachments());
    }
    return row.isPresent();
  }
}
