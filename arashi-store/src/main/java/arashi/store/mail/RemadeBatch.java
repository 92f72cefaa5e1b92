package arashi.store.mail;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import arashi.store.change.Change;
import arashi.store.database.Sql;
import arashi.store.index.SearchEntry;
import arashi.store.index.SearchIndex;
import arashi.store.mail.Folders.Counts;
import arashi.store.mail.Remaking.Remade;
import arashi.store.mail.Remaking.Run;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Writes re-parsed mails in the transaction of {@link Remaking}, which has locked the account's
 * row: message, item, conversation, terms and change log. For one use by one thread; blocks.
 */
final class RemadeBatch {
  private final Connection c;
  private final SearchIndex index;
  private final long account;
  private final int version;
  private final Map<Long, PreparedMail> mails = new TreeMap<>();
  private final Map<Long, Known> known = new HashMap<>();

  /** Fields of a mail shown in listings. */
  private record Row(
      boolean hasAttachment,
      String fromKey,
      String subjectKey,
      String from,
      String subject,
      String preview,
      Optional<Long> sentAt) {}

  private record Place(long folder, long uid, long message, int flags, Row row) {
    static Place of(ResultSet row) throws SQLException {
      return new Place(
          row.getLong(1),
          row.getLong(2),
          row.getLong(3),
          row.getInt(4),
          new Row(
              row.getBoolean(5),
              key(row.getBytes(6)),
              key(row.getBytes(7)),
              row.getString(8),
              row.getString(9),
              row.getString(10),
              Optional.ofNullable(row.getObject(11, Long.class))));
    }

    /** Returns the new fields. A date that the new parser doesn't find is kept. */
    Row remade(PreparedMail prepared) {
      NewMail mail = prepared.mail();
      boolean outgoing = (flags & Flag.OUTGOING.bit) != 0;
      boolean draft = (flags & Flag.DRAFT.bit) != 0; // its attachments are not in its raw mail
      Parties parties = mail.reading().parties();
      return new Row(
          draft ? row.hasAttachment() : mail.hasAttachment(),
          key(Sql.utf8(outgoing ? parties.recipientsKey() : mail.fromKey(), MailRows.KEY_BYTES)),
          key(Sql.utf8(mail.subjectKey(), MailRows.KEY_BYTES)),
          Sql.cut(outgoing ? parties.recipients() : mail.from(), Item.MAX_TEXT),
          Sql.cut(mail.subject(), Item.MAX_TEXT),
          Sql.cut(mail.preview(), Item.MAX_TEXT),
          mail.reading().sentAt().map(Instant::toEpochMilli).or(row::sentAt));
    }
  }

  /** Converts a key to a string of one character per byte, for comparison. */
  private static String key(byte[] bytes) {
    return new String(bytes, ISO_8859_1);
  }

  /** Fields of a message's row. */
  private record Known(long messageIdHash, long thread) {}

  RemadeBatch(Connection c, SearchIndex index, Run run) {
    this.c = c;
    this.index = index;
    this.account = run.account();
    this.version = run.version();
  }

  void write(List<Remade> remade, Instant now) throws SQLException {
    remade.forEach(one -> mails.put(one.message(), one.mail()));
    List<Place> places = places();
    mails.keySet().retainAll(places.stream().map(Place::message).toList());
    if (mails.isEmpty()) {
      return;
    }
    List<Long> messages = List.copyOf(mails.keySet());
    Sql.list(
        c,
        "SELECT message, message_id_hash, thread FROM message WHERE account = ? AND message IN ("
            + Sql.marks(messages)
            + ")",
        row -> known.put(row.getLong(1), new Known(row.getLong(2), row.getLong(3))),
        account,
        messages);
    AccountChange change =
        AccountChange.lock(
            c, account, places.stream().map(Place::folder).distinct().toArray(Long[]::new));
    updateMessages();
    Correspondents.addWords(c, account, mails.values());
    joinThreads();
    updateItems(places, change);
    index.replace(c, account, entries());
    // Even if no item changed: a concurrent search may have read the old terms.
    Sql.update(c, "UPDATE account SET modseq = ? WHERE id = ?", change.modSeq(), account);
    change.write(now);
  }

  private List<Place> places() throws SQLException {
    if (mails.isEmpty()) {
      return List.of();
    }
    List<Long> messages = List.copyOf(mails.keySet());
    return Sql.list(
        c,
        "SELECT folder, uid, message, flags, has_attachment, from_key, subject_key, from_text,"
            + " subject, preview, sent_at FROM item WHERE account = ? AND message IN ("
            + Sql.marks(messages)
            + ")",
        Place::of,
        account,
        messages);
  }

  private void updateMessages() throws SQLException {
    for (Map.Entry<Long, PreparedMail> each : mails.entrySet()) {
      NewMail mail = each.getValue().mail();
      Sql.update(
          c,
          "UPDATE message SET message_id_hash = ?, display = ?, parser = ? WHERE account = ? AND"
              + " message = ?",
          mail.messageIdHash(),
          mail.display(),
          version,
          account,
          each.getKey());
    }
  }

  /** A mail stays in its thread, even if the new parser finds another Message-ID. */
  private void joinThreads() throws SQLException {
    List<Threads.Mail> ofThreads = new ArrayList<>();
    for (Map.Entry<Long, PreparedMail> each : mails.entrySet()) {
      Known before = known.get(each.getKey());
      Set<Long> ids = new LinkedHashSet<>(List.of(before.messageIdHash()));
      ids.addAll(each.getValue().ids());
      ofThreads.add(new Threads.Mail(each.getKey(), before.thread(), List.copyOf(ids)));
    }
    Threads.join(c, account, ofThreads);
  }

  private void updateItems(List<Place> places, AccountChange change) throws SQLException {
    TreeSet<Long> changed = new TreeSet<>();
    for (Place place : places) {
      Row row = place.remade(mails.get(place.message()));
      if (!row.equals(place.row())) {
        update(place, row, change.modSeq());
        change.note(
            new Change.Changed(place.folder(), place.uid(), place.message(), place.flags()));
        changed.add(place.folder());
      }
    }
    for (long folder : changed) {
      Folders.count(c, account, folder, change.modSeq(), new Counts(0, 0, 0, 0));
    }
  }

  private void update(Place place, Row row, long modSeq) throws SQLException {
    Sql.update(
        c,
        "UPDATE item SET modseq = ?, has_attachment = ?, from_key = ?, subject_key = ?, from_text"
            + " = ?, subject = ?, preview = ?, sent_at = ? WHERE account = ? AND folder = ? AND"
            + " uid = ?",
        modSeq,
        row.hasAttachment(),
        bytes(row.fromKey()),
        bytes(row.subjectKey()),
        row.from(),
        row.subject(),
        row.preview(),
        row.sentAt().orElse(null),
        account,
        place.folder(),
        place.uid());
  }

  private static byte[] bytes(String key) {
    return key.getBytes(ISO_8859_1);
  }

  private List<SearchEntry> entries() {
    return mails.entrySet().stream()
        .map(each -> new SearchEntry(each.getKey(), each.getValue().terms()))
        .toList();
  }
}
