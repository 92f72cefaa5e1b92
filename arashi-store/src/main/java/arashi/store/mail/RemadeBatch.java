package arashi.store.mail;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import arashi.store.change.Change;
import arashi.store.database.ResultRow;
import arashi.store.database.Texts;
import arashi.store.index.SearchEntry;
import arashi.store.mail.AccountChange.Counts;
import arashi.store.mail.Remaking.Remade;
import arashi.store.mail.Remaking.Run;
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
  private final MailTx tx;
  private final AccountTx of;
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
    static Place of(ResultRow row) {
      return new Place(
          row.getLong("folder"),
          row.getLong("uid"),
          row.getLong("message"),
          row.getInt("flags"),
          new Row(
              row.getBoolean("has_attachment"),
              key(row.getBytes("from_key")),
              key(row.getBytes("subject_key")),
              row.getString("from_text"),
              row.getString("subject"),
              row.getString("preview"),
              row.getNullable("sent_at")));
    }

    /** Returns the new fields. A date that the new parser doesn't find is kept. */
    Row remade(PreparedMail prepared) {
      NewMail mail = prepared.mail();
      boolean outgoing = (flags & Flag.OUTGOING.bit) != 0;
      boolean draft = (flags & Flag.DRAFT.bit) != 0; // its attachments are not in its raw mail
      Parties parties = mail.reading().parties();
      return new Row(
          draft ? row.hasAttachment() : mail.hasAttachment(),
          key(Texts.utf8(outgoing ? parties.recipientsKey() : mail.fromKey(), MailRows.KEY_BYTES)),
          key(Texts.utf8(mail.subjectKey(), MailRows.KEY_BYTES)),
          Texts.cut(outgoing ? parties.recipients() : mail.from(), Item.MAX_TEXT),
          Texts.cut(mail.subject(), Item.MAX_TEXT),
          Texts.cut(mail.preview(), Item.MAX_TEXT),
          mail.reading().sentAt().map(Instant::toEpochMilli).or(row::sentAt));
    }
  }

  /** Converts a key to a string of one character per byte, for comparison. */
  private static String key(byte[] bytes) {
    return new String(bytes, ISO_8859_1);
  }

  /** Fields of a message's row. */
  private record Known(long messageIdHash, long thread) {}

  RemadeBatch(MailTx tx, Run run) {
    this.tx = tx;
    this.of = tx.account(run.account());
    this.account = run.account();
    this.version = run.version();
  }

  void write(List<Remade> remade) {
    remade.forEach(one -> mails.put(one.message(), one.mail()));
    List<Place> places = places();
    mails.keySet().retainAll(places.stream().map(Place::message).toList());
    if (mails.isEmpty()) {
      return;
    }
    List<Long> messages = List.copyOf(mails.keySet());
    tx.list(
        """
        SELECT message, message_id_hash, thread FROM message
        WHERE account = ? AND message IN (?)
        """,
        row ->
            known.put(
                row.getLong("message"),
                new Known(row.getLong("message_id_hash"), row.getLong("thread"))),
        account,
        messages);
    of.change(
        places.stream().map(Place::folder).toList(),
        change -> {
          updateMessages();
          Correspondents.addWords(tx, account, mails.values());
          joinThreads();
          updateItems(places, change);
          of.index().replace(tx, account, entries());
          // Even if no item changed: a concurrent search may have read the old terms.
          change.number();
          return null;
        });
  }

  private List<Place> places() {
    if (mails.isEmpty()) {
      return List.of();
    }
    List<Long> messages = List.copyOf(mails.keySet());
    return tx.list(
        """
        SELECT folder, uid, message, flags, has_attachment, from_key, subject_key, from_text,
          subject, preview, sent_at
        FROM item
        WHERE account = ? AND message IN (?)
        """,
        Place::of,
        account,
        messages);
  }

  private void updateMessages() {
    for (Map.Entry<Long, PreparedMail> each : mails.entrySet()) {
      NewMail mail = each.getValue().mail();
      tx.update(
          """
          UPDATE message
          SET message_id_hash = ?, display = ?, parser = ?
          WHERE account = ? AND message = ?
          """,
          mail.messageIdHash(),
          mail.display(),
          version,
          account,
          each.getKey());
    }
  }

  /** A mail stays in its thread, even if the new parser finds another Message-ID. */
  private void joinThreads() {
    List<Threads.Mail> ofThreads = new ArrayList<>();
    for (Map.Entry<Long, PreparedMail> each : mails.entrySet()) {
      Known before = known.get(each.getKey());
      Set<Long> ids = new LinkedHashSet<>(List.of(before.messageIdHash()));
      ids.addAll(each.getValue().ids());
      ofThreads.add(new Threads.Mail(each.getKey(), before.thread(), List.copyOf(ids)));
    }
    Threads.join(tx, account, ofThreads);
  }

  private void updateItems(List<Place> places, AccountChange change) {
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
      change.count(folder, Counts.NONE);
    }
  }

  private void update(Place place, Row row, long modSeq) {
    tx.update(
        """
        UPDATE item
        SET modseq = ?, has_attachment = ?, from_key = ?, subject_key = ?, from_text = ?,
          subject = ?, preview = ?, sent_at = ?
        WHERE account = ? AND folder = ? AND uid = ?
        """,
        modSeq,
        row.hasAttachment(),
        bytes(row.fromKey()),
        bytes(row.subjectKey()),
        row.from(),
        row.subject(),
        row.preview(),
        row.sentAt(),
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
