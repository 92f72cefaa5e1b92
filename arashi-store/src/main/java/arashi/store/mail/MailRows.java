package arashi.store.mail;

import arashi.store.blob.BlobLinks;
import arashi.store.blob.Sha256;
import arashi.store.change.Change;
import arashi.store.database.BulkInsert;
import arashi.store.database.Texts;
import arashi.store.database.Tx;
import arashi.store.index.SearchEntry;
import arashi.store.index.SearchIndex;
import arashi.store.mail.AccountChange.Counts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The rows of new mails in one account, in the caller's transaction. {@link AccountTx#insert}
 * creates them; others may change the account until they are filed. For one thread; blocks.
 */
public final class MailRows {
  static final int KEY_BYTES = 32;
  private static final int ID_LOOKUP = 256;

  private static final String IDS_IN_USE =
      """
      (SELECT message, TRUE AS is_item FROM item WHERE account = ? AND message IN (?))
      UNION ALL (%s)
      """
          .formatted(SearchIndex.SELECT_USED);

  private final MailTx tx;
  private final AccountTx of;
  private final long account;
  private final Map<Sha256, Long> ids;
  private List<PreparedMail> mails;

  private MailRows(AccountTx of, List<PreparedMail> mails) {
    this.tx = of.tx();
    this.of = of;
    this.account = of.id();
    this.mails = mails;
    this.ids = messageIds(tx, account, mails);
  }

  /**
   * A mail with details of its arrival.
   *
   * @param trace header fields written by delivery, each with its line end; empty for imported mail
   * @param isIndexed false if the mail lacks terms, which {@link arashi.store.index.LateTerms}
   *     completes
   */
  public record Arrival(PreparedMail mail, Optional<byte[]> trace, boolean isIndexed) {}

  /** Inserts messages, links and terms; no two mails may have the same bytes. */
  static MailRows insert(AccountTx account, List<Arrival> arrivals) {
    MailRows rows = new MailRows(account, arrivals.stream().map(Arrival::mail).toList());
    rows.insertMessages(arrivals);
    rows.insertLinks();
    SearchIndex index = account.index();
    index.append(rows.tx, rows.account, rows.entries(arrivals, true));
    index.appendIncomplete(rows.tx, rows.account, rows.entries(arrivals, false));
    return rows;
  }

  /** Returns the id assigned to a mail. */
  public long message(PreparedMail mail) {
    return ids.get(mail.sha256());
  }

  /** Removes mails that another transaction has added meanwhile. */
  void drop(Set<Sha256> late) {
    MessageRows.of(of, late.stream().map(ids::get).sorted().toList()).delete();
    mails = mails.stream().filter(mail -> !late.contains(mail.sha256())).toList();
  }

  /**
   * Adds the mails to a folder, in order, and writes the log. Locks the account until the end of
   * the transaction.
   *
   * @throws NoSuchFolderException if the folder doesn't exist
   */
  public void file(long folder) {
    of.change(List.of(folder), change -> file(change, folder));
  }

  /**
   * Adds the mails to different folders, and writes the log.
   *
   * @param folderOf folder of each mail
   */
  public void file(Map<Sha256, Long> folderOf) {
    of.change(folderOf.values(), change -> file(change, folderOf));
  }

  /** Adds the mails to a folder under existing locks. Returns the outcome of each mail. */
  Map<Sha256, Added> file(AccountChange change, long folder) {
    Map<Sha256, Long> folderOf = new HashMap<>();
    mails.forEach(mail -> folderOf.put(mail.sha256(), folder));
    return file(change, folderOf);
  }

  private Map<Sha256, Added> file(AccountChange change, Map<Sha256, Long> folderOf) {
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
      Correspondents.note(tx, account, folder.role(), each.getValue());
    }
    return added;
  }

  /** Updates the counters, and records the changes for the log. */
  private Map<Sha256, Added> count(List<PreparedMail> filed, Folder folder, AccountChange change) {
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
    change.count(folder.id(), new Counts(filed.size(), filed.size(), unread, bytes));
    return results;
  }

  /** Finds an id for each mail: its first choice, or the next id without current or recent use. */
  private static Map<Sha256, Long> messageIds(Tx tx, long account, List<PreparedMail> mails) {
    Set<Long> taken = new HashSet<>();
    while (true) {
      Map<Sha256, Long> ids = freeIds(mails, taken);
      List<Long> wanted = ids.values().stream().sorted().toList();
      List<Long> clashes = new ArrayList<>();
      List<Long> used = new ArrayList<>();
      // One statement, so that a message deleted concurrently is seen in one of the two tables.
      tx.list(
          IDS_IN_USE,
          row -> (row.getBoolean("is_item") ? clashes : used).add(row.getLong("message")),
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
            tx.numbers(
                """
                SELECT message FROM item
                WHERE account = ? AND message >= ?
                ORDER BY message LIMIT ?
                """,
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

  private void insertLinks() {
    Map<Long, Sha256> blobs = new HashMap<>();
    mails.forEach(mail -> blobs.put(ids.get(mail.sha256()), mail.sha256()));
    BlobLinks.add(tx, account, BlobLinks.Kind.MESSAGE, blobs);
  }

  private void insertMessages(List<Arrival> arrivals) {
    BulkInsert rows =
        tx.into(
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
  private void joinThreads() {
    List<Threads.Mail> ofThreads =
        mails.stream()
            .map(mail -> new Threads.Mail(ids.get(mail.sha256()), mail.mail().thread(), mail.ids()))
            .toList();
    Threads.join(tx, account, ofThreads);
  }

  private void addKeywords() {
    Map<Long, List<String>> keywords = new HashMap<>();
    mails.forEach(mail -> keywords.put(ids.get(mail.sha256()), mail.mail().reading().keywords()));
    Keywords.add(tx, account, keywords);
  }

  private void insertItems(List<PreparedMail> filed, Folder folder, long modSeq) {
    BulkInsert rows =
        tx.into(
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
          Texts.utf8(
              outgoing ? mail.reading().parties().recipientsKey() : mail.fromKey(), KEY_BYTES),
          Texts.utf8(mail.subjectKey(), KEY_BYTES),
          Texts.cut(outgoing ? mail.reading().parties().recipients() : mail.from(), Item.MAX_TEXT),
          Texts.cut(mail.subject(), Item.MAX_TEXT),
          Texts.cut(mail.preview(), Item.MAX_TEXT),
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
