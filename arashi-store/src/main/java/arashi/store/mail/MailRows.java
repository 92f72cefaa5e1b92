package arashi.store.mail;

import arashi.store.blob.BlobLinks;
import arashi.store.blob.BlobWriter;
import arashi.store.blob.BlobWriter.NewBlob;
import arashi.store.blob.Sha256;
import arashi.store.change.Change;
import arashi.store.database.BulkInsert;
import arashi.store.database.Sql;
import arashi.store.index.SearchEntry;
import arashi.store.index.SearchIndex;
import arashi.store.mail.Folders.Counts;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The rows of new mails in one account, in the caller's transaction. The steps are:
 *
 * <pre>
 *   putBlobs   raw mail, once for all accounts
 *   insert     messages, links, terms; others may change the account meanwhile
 *   file       locks the account and a folder; threads, items, counters, the log
 * </pre>
 *
 * <p>A transaction for several accounts inserts all rows first, and then files them in ascending
 * account order, which avoids deadlocks. For one thread; blocks.
 */
public final class MailRows {
  static final int KEY_BYTES = 32;
  private static final int ID_LOOKUP = 256;

  private final Connection c;
  private final SearchIndex index;
  private final long account;
  private final Map<Sha256, Long> ids;
  private List<PreparedMail> mails;

  private MailRows(
      Connection c,
      SearchIndex index,
      long account,
      List<PreparedMail> mails,
      Map<Sha256, Long> ids) {
    this.c = c;
    this.index = index;
    this.account = account;
    this.mails = mails;
    this.ids = ids;
  }

  /**
   * A mail with details of its arrival.
   *
   * @param trace header fields written by delivery, each with its line end; empty for imported mail
   * @param isIndexed false if the mail lacks terms, which {@link arashi.store.index.LateTerms}
   *     completes
   */
  public record Arrival(PreparedMail mail, Optional<byte[]> trace, boolean isIndexed) {}

  /** Stores raw mail. First in the lock order. */
  public static void putBlobs(Connection c, Collection<PreparedMail> mails, Instant now)
      throws SQLException {
    List<NewBlob> blobs =
        mails.stream()
            .map(mail -> new NewBlob(mail.sha256(), mail.size(), mail.compressed()))
            .toList();
    BlobWriter.put(c, blobs, now);
  }

  /** Inserts the rows of imported mails; no two may have the same bytes. */
  static MailRows insert(Connection c, SearchIndex index, long account, List<PreparedMail> mails)
      throws SQLException {
    return insertArrivals(
        c,
        index,
        account,
        mails.stream().map(mail -> new Arrival(mail, Optional.empty(), true)).toList());
  }

  /** Inserts the rows of one mail with all its terms. */
  public static MailRows insert(
      Connection c, SearchIndex index, long account, PreparedMail mail, Optional<byte[]> trace)
      throws SQLException {
    return insertArrivals(c, index, account, List.of(new Arrival(mail, trace, true)));
  }

  /** Inserts the rows of mails; no two may have the same bytes. */
  public static MailRows insertArrivals(
      Connection c, SearchIndex index, long account, List<Arrival> arrivals) throws SQLException {
    List<PreparedMail> mails = arrivals.stream().map(Arrival::mail).toList();
    MailRows rows = new MailRows(c, index, account, mails, messageIds(c, account, mails));
    rows.insertMessages(arrivals);
    rows.insertLinks();
    index.append(c, account, rows.entries(arrivals, true));
    index.appendIncomplete(c, account, rows.entries(arrivals, false));
    return rows;
  }

  /** Returns the id assigned to a mail. */
  public long message(PreparedMail mail) {
    return ids.get(mail.sha256());
  }

  /** Removes mails that another transaction has added meanwhile. */
  void drop(Set<Sha256> late) throws SQLException {
    Messages.delete(c, index, account, late.stream().map(ids::get).sorted().toList());
    mails = mails.stream().filter(mail -> !late.contains(mail.sha256())).toList();
  }

  /**
   * Adds the mails to a folder, in order, and writes the log. Locks the account until the end of
   * the transaction.
   *
   * @throws NoSuchFolderException if the folder doesn't exist
   */
  public void file(long folder, Instant now) throws SQLException {
    file(AccountChange.lock(c, account, folder), folder, now);
  }

  /**
   * Adds the mails to different folders, and writes the log.
   *
   * @param folderOf folder of each mail
   */
  public void file(Map<Sha256, Long> folderOf, Instant now) throws SQLException {
    file(AccountChange.lock(c, account, folderOf.values().toArray(Long[]::new)), folderOf, now);
  }

  /** Adds the mails to a folder under existing locks. Returns the outcome of each mail. */
  Map<Sha256, Added> file(AccountChange change, long folder, Instant now) throws SQLException {
    Map<Sha256, Long> folderOf = new HashMap<>();
    mails.forEach(mail -> folderOf.put(mail.sha256(), folder));
    return file(change, folderOf, now);
  }

  private Map<Sha256, Added> file(AccountChange change, Map<Sha256, Long> folderOf, Instant now)
      throws SQLException {
    Map<Long, List<PreparedMail>> byFolder = new TreeMap<>();
    for (PreparedMail mail : mails) {
      byFolder.computeIfAbsent(folderOf.get(mail.sha256()), id -> new ArrayList<>()).add(mail);
    }
    if (byFolder.isEmpty()) {
      return Map.of();
    }
    joinThreads();
    addKeywords();
    Map<Sha256, Added> added = new HashMap<>();
    for (Map.Entry<Long, List<PreparedMail>> each : byFolder.entrySet()) {
      Folder folder = change.folder(each.getKey());
      insertItems(each.getValue(), folder, change.modSeq());
      added.putAll(count(each.getValue(), folder, change));
      Correspondents.note(c, account, folder.role(), each.getValue());
    }
    change.write(now);
    return added;
  }

  /** Updates the counters, and records the changes for the log. */
  private Map<Sha256, Added> count(List<PreparedMail> filed, Folder folder, AccountChange change)
      throws SQLException {
    Map<Sha256, Added> results = new HashMap<>();
    long unread = 0;
    long bytes = 0;
    long uid = folder.uidNext();
    for (PreparedMail mail : filed) {
      int flags = flags(mail, folder);
      long message = ids.get(mail.sha256());
      unread += ItemChanges.unread(flags);
      bytes += mail.size();
      change.note(new Change.Added(folder.id(), uid, message, flags));
      results.put(mail.sha256(), new Added.New(uid++, message));
    }
    Counts counts = new Counts(filed.size(), filed.size(), unread, bytes);
    Folders.count(c, account, folder.id(), change.modSeq(), counts);
    return results;
  }

  /** Finds an id for each mail: its first choice, or the next id without current or recent use. */
  private static Map<Sha256, Long> messageIds(Connection c, long account, List<PreparedMail> mails)
      throws SQLException {
    Set<Long> taken = new HashSet<>();
    while (true) {
      Map<Sha256, Long> ids = freeIds(mails, taken);
      List<Long> wanted = ids.values().stream().sorted().toList();
      List<Long> clashes = new ArrayList<>();
      List<Long> used = new ArrayList<>();
      // One statement, so that a message deleted concurrently is seen in one of the two tables.
      Sql.list(
          c,
          "(SELECT message, TRUE FROM item WHERE account = ? AND message IN ("
              + Sql.marks(wanted)
              + ")) UNION ALL ("
              + SearchIndex.selectUsed(wanted)
              + ")",
          row -> (row.getBoolean(2) ? clashes : used).add(row.getLong(1)),
          account,
          wanted,
          account,
          wanted);
      if (clashes.isEmpty() && used.isEmpty()) {
        return ids;
      }
      taken.addAll(used);
      for (long clash : clashes) {
        taken.addAll(
            Sql.list(
                c,
                "SELECT message FROM item WHERE account = ? AND message >= ? ORDER BY message LIMIT"
                    + " ?",
                row -> row.getLong(1),
                account,
                clash,
                ID_LOOKUP));
      }
    }
  }

  private static Map<Sha256, Long> freeIds(List<PreparedMail> mails, Set<Long> taken) {
    Set<Long> used = new HashSet<>(taken);
    Map<Sha256, Long> ids = new HashMap<>();
    for (PreparedMail mail : mails) {
      long id = MessageIds.first(mail.receivedMillis(), mail.sha256());
      while (!used.add(id)) {
        id++;
      }
      ids.put(mail.sha256(), id);
    }
    return ids;
  }

  private void insertLinks() throws SQLException {
    Map<Long, Sha256> blobs = new HashMap<>();
    mails.forEach(mail -> blobs.put(ids.get(mail.sha256()), mail.sha256()));
    BlobLinks.add(c, account, BlobLinks.Kind.MESSAGE, blobs);
  }

  private void insertMessages(List<Arrival> arrivals) throws SQLException {
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
            "parser",
            "trace");
    List<Arrival> sorted =
        arrivals.stream().sorted(Comparator.comparing(one -> message(one.mail()))).toList();
    for (Arrival arrival : sorted) {
      PreparedMail mail = arrival.mail();
      rows.add(
          account,
          ids.get(mail.sha256()),
          mail.sha256().bytes(),
          mail.size(),
          mail.mail().messageIdHash(),
          mail.mail().thread(),
          mail.mail().display(),
          mail.mail().reading().parser(),
          arrival.trace().orElse(null));
    }
    rows.flush();
  }

  /** The message rows contain the threads that the mails would begin. */
  private void joinThreads() throws SQLException {
    List<Threads.Mail> ofThreads =
        mails.stream()
            .map(mail -> new Threads.Mail(ids.get(mail.sha256()), mail.mail().thread(), mail.ids()))
            .toList();
    Threads.join(c, account, ofThreads);
  }

  private void addKeywords() throws SQLException {
    Map<Long, List<String>> keywords = new HashMap<>();
    mails.forEach(mail -> keywords.put(ids.get(mail.sha256()), mail.mail().reading().keywords()));
    Keywords.add(c, account, keywords);
  }

  private void insertItems(List<PreparedMail> filed, Folder folder, long modSeq)
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
            "preview",
            "sent_at");
    long uid = folder.uidNext();
    for (PreparedMail prepared : filed) {
      NewMail mail = prepared.mail();
      boolean outgoing = isOutgoing(prepared, folder);
      rows.add(
          account,
          folder.id(),
          uid++,
          ids.get(prepared.sha256()),
          prepared.receivedMillis(),
          flags(prepared, folder),
          modSeq,
          prepared.size(),
          mail.hasAttachment(),
          prepared.sha256().prefix(),
          Sql.utf8(outgoing ? mail.reading().parties().recipientsKey() : mail.fromKey(), KEY_BYTES),
          Sql.utf8(mail.subjectKey(), KEY_BYTES),
          Sql.cut(outgoing ? mail.reading().parties().recipients() : mail.from(), Item.MAX_TEXT),
          Sql.cut(mail.subject(), Item.MAX_TEXT),
          Sql.cut(mail.preview(), Item.MAX_TEXT),
          mail.reading().sentAt().map(Instant::toEpochMilli).orElse(null));
    }
    rows.flush();
  }

  /** Restored mail keeps the flag in any folder. */
  private static boolean isOutgoing(PreparedMail mail, Folder folder) {
    return mail.mail().flags().contains(Flag.OUTGOING)
        || folder.role().filter(FolderRole::isOutgoing).isPresent();
  }

  private static int flags(PreparedMail mail, Folder folder) {
    int flags = Flag.bits(mail.mail().flags());
    return isOutgoing(mail, folder) ? flags | Flag.OUTGOING.bit : flags;
  }

  private List<SearchEntry> entries(List<Arrival> arrivals, boolean indexed) {
    return arrivals.stream()
        .filter(arrival -> arrival.isIndexed() == indexed)
        .map(arrival -> new SearchEntry(message(arrival.mail()), arrival.mail().terms()))
        .toList();
  }
}
