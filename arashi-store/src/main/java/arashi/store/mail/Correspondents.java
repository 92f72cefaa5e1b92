package arashi.store.mail;

import arashi.store.database.BulkInsert;
import arashi.store.database.Texts;
import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import arashi.store.mail.Parties.Person;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * People an account exchanges mail with. Rows are written by the transaction that files a mail,
 * under the account's lock.
 *
 * <pre>
 *   correspondent       (account, address)         name, counts, last use ──┐
 *   correspondent_word  (account, word, address)   prefix search by word ───┴─► found
 * </pre>
 *
 * A look-up reads two key ranges with a bounded number of rows each: the words with the prefix, and
 * the latest correspondents. Public methods block on the database and are safe from any thread.
 */
public final class Correspondents {
  private final Transactions transactions;

  /** Creates the correspondents of a database. */
  public Correspondents(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * A correspondent.
   *
   * @param address as last written
   * @param name display name, or empty
   * @param sent number of mails sent there
   * @param received number of mails received from there
   * @param usedAt time of the last of these mails
   */
  public record Correspondent(
      String address, String name, long sent, long received, Instant usedAt) {}

  /**
   * Finds candidates for a prefix.
   *
   * @param beginning prefix of a word, case-folded; not empty
   * @param rows maximum rows read per range
   * @return candidates, unordered and distinct. The latest correspondents are included even if no
   *     word matches.
   */
  public Collection<Correspondent> find(long account, String beginning, int rows) {
    byte[] from = word(beginning);
    Map<String, Correspondent> found = new LinkedHashMap<>();
    List<Correspondent> read =
        transactions.read(
            tx ->
                tx.list(
                    """
                    (SELECT c.address, c.written, c.name, c.sent, c.received, c.used_at
                    FROM correspondent_word w
                    STRAIGHT_JOIN correspondent c ON c.account = w.account AND c.address = w.address
                    WHERE w.account = ? AND w.word >= ? AND w.word < ?
                    ORDER BY w.word, w.address LIMIT ?)
                    UNION ALL (SELECT c.address, c.written, c.name, c.sent, c.received, c.used_at
                    FROM correspondent c FORCE INDEX (correspondent_by_use)
                    WHERE c.account = ? ORDER BY c.used_at DESC LIMIT ?)
                    """,
                    row ->
                        new Correspondent(
                            row.getUtf8("written"),
                            row.getString("name"),
                            row.getLong("sent"),
                            row.getLong("received"),
                            row.getInstant("used_at")),
                    account,
                    from,
                    after(from),
                    rows,
                    account,
                    rows));
    read.forEach(one -> found.put(key(one.address()), one));
    return found.values();
  }

  /** Returns an upper bound of all words with this prefix: UTF-8 has no byte 0xff. */
  private static byte[] after(byte[] beginning) {
    byte[] after = Arrays.copyOf(beginning, beginning.length + 1);
    after[beginning.length] = (byte) 0xff;
    return after;
  }

  private static byte[] word(String word) {
    return Texts.utf8(word, Person.MAX_WORD);
  }

  private static String key(String address) {
    return address.toLowerCase(Locale.ROOT);
  }

  // ---- filing

  /** Counts of a batch of mails for one correspondent. */
  private static final class Addition {
    private Person person;
    private long sent;
    private long received;
    private long usedAt;

    void use(Person by, boolean isSent, long at) {
      boolean tellsMore = !by.name().isEmpty() || person == null || person.name().isEmpty();
      if (person == null || (tellsMore && at >= usedAt)) {
        person = by;
      }
      sent += isSent ? 1 : 0;
      received += isSent ? 0 : 1;
      usedAt = Math.max(usedAt, at);
    }
  }

  /**
   * Records the correspondents of mails. Ignores drafts, which were not sent, and the senders of
   * junk and deleted mail.
   */
  static void note(Tx tx, long account, Optional<FolderRole> role, Collection<PreparedMail> mails) {
    if (role.filter(Set.of(FolderRole.DRAFTS, FolderRole.JUNK, FolderRole.TRASH)::contains)
        .isPresent()) {
      return;
    }
    boolean sent = role.filter(FolderRole::isOutgoing).isPresent();
    Map<String, Addition> additions = new TreeMap<>();
    for (PreparedMail mail : mails) {
      Parties parties = mail.mail().reading().parties();
      List<Person> people = sent ? parties.addressees() : parties.author().stream().toList();
      for (Person person : people) {
        additions
            .computeIfAbsent(key(person.address()), key -> new Addition())
            .use(person, sent, mail.receivedMillis());
      }
    }
    if (!additions.isEmpty()) {
      insertWords(tx, account, additions, namesOf(tx, account, List.copyOf(additions.keySet())));
      insert(tx, account, additions);
    }
  }

  private static Map<String, String> namesOf(Tx tx, long account, List<String> keys) {
    List<byte[]> addresses = keys.stream().map(Correspondents::bytes).toList();
    Map<String, String> names = new TreeMap<>();
    tx.list(
        "SELECT address, name FROM correspondent WHERE account = ? AND address IN (?)",
        row -> names.put(row.getUtf8("address"), row.getString("name")),
        account,
        addresses);
    return names;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Inserts the words of correspondents that are new or have a new name. */
  private static void insertWords(
      Tx tx, long account, Map<String, Addition> additions, Map<String, String> known) {
    BulkInsert rows = wordRows(tx);
    for (Map.Entry<String, Addition> each : additions.entrySet()) {
      Person person = each.getValue().person;
      String name = known.get(each.getKey());
      if (name == null || (!person.name().isEmpty() && !name.equals(shown(person)))) {
        for (String word : person.words()) {
          rows.add(account, word(word), bytes(each.getKey()));
        }
      }
    }
    rows.flush();
  }

  /**
   * Adds the words of correspondents as mails that were parsed again spell them. Words of ASCII
   * never change.
   */
  static void addWords(Tx tx, long account, Collection<PreparedMail> mails) {
    Map<String, Person> people = new TreeMap<>();
    for (PreparedMail mail : mails) {
      Parties parties = mail.mail().reading().parties();
      Stream.concat(parties.author().stream(), parties.addressees().stream())
          .filter(
              person -> (person.name() + person.address()).chars().anyMatch(each -> each >= 0x80))
          .forEach(person -> people.put(key(person.address()), person));
    }
    if (people.isEmpty()) {
      return;
    }
    BulkInsert rows = wordRows(tx);
    for (String known : namesOf(tx, account, List.copyOf(people.keySet())).keySet()) {
      for (String word : people.get(known).words()) {
        rows.add(account, word(word), bytes(known));
      }
    }
    rows.flush();
  }

  private static BulkInsert wordRows(Tx tx) {
    return tx.into("correspondent_word", "account", "word", "address")
        .onDuplicateKey("word = VALUES(word)");
  }

  private static String shown(Person person) {
    return Texts.cut(person.name(), Item.MAX_TEXT);
  }

  private static void insert(Tx tx, long account, Map<String, Addition> additions) {
    BulkInsert rows =
        tx.into(
                "correspondent",
                "account",
                "address",
                "written",
                "name",
                "sent",
                "received",
                "used_at")
            .onDuplicateKey(
                """
                written = VALUES(written),
                name = IF(VALUES(name) <> '' AND VALUES(used_at) >= used_at, VALUES(name), name),
                sent = sent + VALUES(sent), received = received + VALUES(received),
                used_at = GREATEST(used_at, VALUES(used_at))
                """);
    for (Map.Entry<String, Addition> each : additions.entrySet()) {
      Addition addition = each.getValue();
      rows.add(
          account,
          bytes(each.getKey()),
          bytes(addition.person.address()),
          shown(addition.person),
          addition.sent,
          addition.received,
          addition.usedAt);
    }
    rows.flush();
  }
}
