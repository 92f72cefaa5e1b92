package arashi.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;

/**
 * Adds mail. Blocks on the database, and is safe from any thread; calls for one folder wait for
 * each other.
 *
 * <pre>
 *   before the transaction   hash, and compress what the store lacks
 *   lock the folder          from here on, its items and its uidnext stay as they are
 *   find duplicates          by hash, in the folder and in the batch
 *   insert                   blobs, messages, items, terms: each in the order of its key
 *   count                    once a batch
 * </pre>
 */
public final class MailWriter {

  /** Most mails of a batch. */
  public static final int MAX_BATCH = 500;

  private static final int KEY_BYTES = 32;
  private static final int ID_LOOKUP = 256;

  private final Transactions transactions;
  private final InstantSource time;

  MailWriter(Transactions transactions, InstantSource time) {
    this.transactions = transactions;
    this.time = time;
  }

  /** A mail with what can be computed without holding a lock. */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  private record Prepared(
      NewMail mail,
      Sha256 sha256,
      long receivedMillis,
      byte[] compressed,
      SortedSet<byte[]> terms) {

    int size() {
      return mail.raw().length;
    }
  }

  /**
   * Stores mails in a folder, all or none, except those that the folder has already. When it
   * returns, they are on disk.
   *
   * @param mails in the order in which they get their uids; the caller bounds the bytes that it
   *     holds
   * @return what became of each, in the same order
   * @throws NoSuchFolderException if the folder doesn't exist
   * @throws IllegalArgumentException if there are more than {@link #MAX_BATCH}
   */
  public List<Added> add(long account, long folder, List<NewMail> mails) {
    if (mails.size() > MAX_BATCH) {
      throw new IllegalArgumentException("at most " + MAX_BATCH + " mails at once");
    }
    if (mails.isEmpty()) {
      return List.of();
    }
    Instant now = time.instant();
    List<Sha256> hashes = mails.stream().map(mail -> Sha256.of(mail.raw())).toList();
    Map<Sha256, Long> likelyDuplicates =
        transactions.read(c -> duplicates(c, account, folder, hashes));
    Map<Sha256, Prepared> prepared = new LinkedHashMap<>();
    for (int i = 0; i < mails.size(); i++) {
      Sha256 sha256 = hashes.get(i);
      if (!likelyDuplicates.containsKey(sha256) && !prepared.containsKey(sha256)) {
        prepared.put(sha256, prepare(mails.get(i), sha256, now));
      }
    }
    Map<Sha256, Added> results =
        transactions.write(c -> add(c, account, folder, prepared.values(), now));
    // What the folder had when the call began is a duplicate, even if it was moved away since.
    Set<Sha256> seen = new HashSet<>();
    List<Added> added = new ArrayList<>();
    for (Sha256 sha256 : hashes) {
      Added result = results.get(sha256);
      long uid = result == null ? likelyDuplicates.get(sha256) : result.uid();
      added.add(result != null && seen.add(sha256) ? result : new Added.Duplicate(uid));
    }
    return added;
  }

  private static Prepared prepare(NewMail mail, Sha256 sha256, Instant now) {
    return new Prepared(
        mail,
        sha256,
        MessageIds.clampMillis(mail.receivedAt(), now),
        Deflate.compress(mail.raw()),
        SearchTerms.of(mail.terms()));
  }

  private static Map<Sha256, Added> add(
      Connection c, long account, long folder, Collection<Prepared> mails, Instant now)
      throws SQLException {
    Folder locked = Folders.lock(c, account, folder).get(folder);
    Map<Sha256, Added> results = new HashMap<>();
    duplicates(c, account, folder, mails.stream().map(Prepared::sha256).toList())
        .forEach((sha256, uid) -> results.put(sha256, new Added.Duplicate(uid)));
    List<Prepared> fresh =
        mails.stream().filter(mail -> !results.containsKey(mail.sha256())).toList();
    if (fresh.isEmpty()) {
      return results;
    }
    Map<Sha256, Long> ids = messageIds(c, account, fresh);
    insertBlobs(c, fresh, now);
    insertMessages(c, account, fresh, ids);
    insertItems(c, account, locked, fresh, ids);
    insertTerms(c, account, fresh, ids);
    long unread = 0;
    long bytes = 0;
    long uid = locked.uidNext();
    for (Prepared mail : fresh) {
      unread += Items.unread(Flag.bits(mail.mail().flags()));
      bytes += mail.size();
      results.put(mail.sha256(), new Added.New(uid++, ids.get(mail.sha256())));
    }
    Folders.change(
        c, account, folder, new Folders.Change(fresh.size(), fresh.size(), unread, bytes));
    return results;
  }

  /** The uids of those mails that the folder has. */
  private static Map<Sha256, Long> duplicates(
      Connection c, long account, long folder, List<Sha256> hashes) throws SQLException {
    Map<Sha256, Long> uids = new HashMap<>();
    if (hashes.isEmpty()) {
      return uids;
    }
    Set<Sha256> wanted = Set.copyOf(hashes);
    List<Long> prefixes = hashes.stream().map(Sha256::prefix).toList();
    Sql.list(
        c,
        "SELECT m.sha256, i.uid FROM item i JOIN message m ON m.account = i.account AND m.message ="
            + " i.message WHERE i.account = ? AND i.folder = ? AND i.sha_prefix IN ("
            + Sql.marks(prefixes)
            + ")",
        row -> {
          Sha256 sha256 = Sha256.ofDigest(row.getBytes(1));
          return wanted.contains(sha256) ? uids.put(sha256, row.getLong(2)) : null;
        },
        account,
        folder,
        prefixes);
    return uids;
  }

  /** Finds a free id for each mail: its first, or the next that nobody has. */
  private static Map<Sha256, Long> messageIds(Connection c, long account, List<Prepared> mails)
      throws SQLException {
    Set<Long> taken = new HashSet<>();
    while (true) {
      Map<Sha256, Long> ids = freeIds(mails, taken);
      List<Long> wanted = ids.values().stream().sorted().toList();
      List<Long> clashes =
          Sql.list(
              c,
              "SELECT message FROM item WHERE account = ? AND message IN ("
                  + Sql.marks(wanted)
                  + ")",
              row -> row.getLong(1),
              account,
              wanted);
      if (clashes.isEmpty()) {
        return ids;
      }
      for (long clash : clashes) {
        taken.addAll(
            Sql.list(
                c,
                "SELECT message FROM item WHERE account = ? AND message >= ? ORDER BY message LIMIT ?",
                row -> row.getLong(1),
                account,
                clash,
                ID_LOOKUP));
      }
    }
  }

  private static Map<Sha256, Long> freeIds(List<Prepared> mails, Set<Long> taken) {
    Set<Long> used = new HashSet<>(taken);
    Map<Sha256, Long> ids = new HashMap<>();
    for (Prepared mail : mails) {
      long id = MessageIds.first(mail.receivedMillis(), mail.sha256());
      while (!used.add(id)) {
        id++;
      }
      ids.put(mail.sha256(), id);
    }
    return ids;
  }

  private static void insertBlobs(Connection c, List<Prepared> mails, Instant now)
      throws SQLException {
    for (Prepared mail : sorted(mails, Comparator.comparing(Prepared::sha256))) {
      Blobs.put(c, mail.sha256(), mail.size(), mail.compressed(), now.toEpochMilli());
    }
  }

  private static void insertMessages(
      Connection c, long account, List<Prepared> mails, Map<Sha256, Long> ids) throws SQLException {
    BulkInsert rows =
        new BulkInsert(
            c,
            "message",
            "account",
            "message",
            "sha256",
            "size",
            "message_id_hash",
            "thread",
            "display",
            "terms");
    for (Prepared mail : sorted(mails, Comparator.comparing(m -> ids.get(m.sha256())))) {
      rows.add(
          account,
          ids.get(mail.sha256()),
          mail.sha256().bytes(),
          mail.size(),
          mail.mail().messageIdHash(),
          mail.mail().thread(),
          mail.mail().display(),
          SearchTerms.pack(mail.terms()));
    }
    rows.flush();
  }

  private static void insertItems(
      Connection c, long account, Folder folder, List<Prepared> mails, Map<Sha256, Long> ids)
      throws SQLException {
    BulkInsert rows =
        new BulkInsert(
            c,
            "item",
            "account",
            "folder",
            "uid",
            "message",
            "received_at",
            "flags",
            "modseq",
            "size",
            "has_attachment",
            "sha_prefix",
            "from_key",
            "subject_key",
            "from_text",
            "subject",
            "preview");
    long uid = folder.uidNext();
    for (Prepared prepared : mails) {
      NewMail mail = prepared.mail();
      rows.add(
          account,
          folder.id(),
          uid++,
          ids.get(prepared.sha256()),
          prepared.receivedMillis(),
          Flag.bits(mail.flags()),
          folder.modSeq() + 1,
          prepared.size(),
          mail.hasAttachment(),
          prepared.sha256().prefix(),
          Sql.utf8(mail.fromKey(), KEY_BYTES),
          Sql.utf8(mail.subjectKey(), KEY_BYTES),
          Sql.cut(mail.from(), Item.MAX_TEXT),
          Sql.cut(mail.subject(), Item.MAX_TEXT),
          Sql.cut(mail.preview(), Item.MAX_TEXT));
    }
    rows.flush();
  }

  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  private record Posting(byte[] term, long message) {}

  /** In the order of the key, so that neighbours meet in the same pages. */
  private static void insertTerms(
      Connection c, long account, List<Prepared> mails, Map<Sha256, Long> ids) throws SQLException {
    List<Posting> postings = new ArrayList<>();
    for (Prepared mail : mails) {
      long message = ids.get(mail.sha256());
      mail.terms().forEach(term -> postings.add(new Posting(term, message)));
    }
    postings.sort(
        Comparator.comparing(Posting::term, Arrays::compareUnsigned)
            .thenComparing(Posting::message));
    BulkInsert rows = new BulkInsert(c, "search_term", "account", "term", "message");
    for (Posting posting : postings) {
      rows.add(account, posting.term(), posting.message());
    }
    rows.flush();
  }

  private static List<Prepared> sorted(List<Prepared> mails, Comparator<Prepared> order) {
    return mails.stream().sorted(order).toList();
  }
}
