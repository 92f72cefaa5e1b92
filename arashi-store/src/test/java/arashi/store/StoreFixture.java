package arashi.store;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.account.NameTakenException;
import arashi.store.database.Transactions;
import arashi.store.mail.Added;
import arashi.store.mail.Flag;
import arashi.store.mail.FolderRole;
import arashi.store.mail.NewMail;
import arashi.store.mail.Parties;
import arashi.store.mail.Reading;
import db.migrations.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A store on a fresh database, with a manual clock and generated mails. */
public final class StoreFixture implements AutoCloseable {

  public static final Instant NOW = Instant.parse("2026-03-03T12:00:00Z");

  private static final AtomicInteger NEXT = new AtomicInteger();

  public final TestDatabase database = TestDatabase.migrated();
  public final AtomicReference<Instant> now = new AtomicReference<>(NOW);
  public final InstantSource time = now::get;
  public final Store store = Store.over(database.dataSource(), time);
  public final Transactions transactions = new Transactions(store.service().availability(), time);

  @Override
  public void close() {
    database.close();
  }

  /** Creates an account. */
  public long account() {
    try {
      return store
          .people()
          .accounts()
          .create("user" + NEXT.incrementAndGet(), "$hash$", "standard", false, 0)
          .id();
    } catch (NameTakenException e) {
      throw new AssertionError(e);
    }
  }

  public long folder(long account, FolderRole role) {
    return store.mail().folders().byRole(account, role).orElseThrow().id();
  }

  public long inbox(long account) {
    return folder(account, FolderRole.INBOX);
  }

  /** Adds mails; returns their uids. */
  public List<Long> add(long account, long folder, NewMail... mails) {
    return add(account, folder, List.of(mails));
  }

  /** Adds mails; returns their uids. */
  public List<Long> add(long account, long folder, List<NewMail> mails) {
    return store.mail().mailWriter().add(account, folder, mails).stream().map(Added::uid).toList();
  }

  /** Statements of a test. */
  public interface Work {
    void on(Connection c) throws SQLException;
  }

  /** Runs work as one transaction. */
  public void inTransaction(Work work) throws SQLException {
    try (Connection c = database.dataSource().getConnection()) {
      c.setAutoCommit(false);
      work.on(c);
      c.commit();
    }
  }

  /** Changes rows directly, bypassing the store. */
  public void execute(String... statements) throws SQLException {
    inTransaction(
        c -> {
          try (Statement statement = c.createStatement()) {
            for (String sql : statements) {
              statement.execute(sql);
            }
          }
        });
  }

  /** Returns mails with distinct sort keys, except that every third is tied with another. */
  public static List<NewMail> mails(String tag, int count) {
    List<NewMail> mails = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int tied = i - (i % 3 == 1 ? 1 : 0);
      mails.add(
          mail(tag + i)
              .receivedAt(NOW.minusSeconds(tied))
              .from("sender " + tied * 7919 % 1009)
              .subject("subject " + tied * 104729 % 1013)
              .padding(tied * 31 % 997)
              .build());
    }
    return mails;
  }

  public static MailBuilder mail(String text) {
    return new MailBuilder(text);
  }

  /** Builds a mail whose fields derive from its text, unless set. */
  public static final class MailBuilder {
    private final String text;
    private Instant receivedAt = NOW;
    private Set<Flag> flags = EnumSet.noneOf(Flag.class);
    private String from = "someone";
    private String subject = "something";
    private Set<String> terms = Set.of();
    private boolean attachment;
    private long thread;
    private int padding;
    private Parties parties = Parties.NONE;

    private MailBuilder(String text) {
      this.text = text;
    }

    public MailBuilder receivedAt(Instant value) {
      receivedAt = value;
      return this;
    }

    public MailBuilder flags(Flag... values) {
      flags = Set.of(values);
      return this;
    }

    public MailBuilder from(String value) {
      from = value;
      parties = new Parties(Optional.empty(), List.of(), "to " + value, "to " + value);
      return this;
    }

    public MailBuilder subject(String value) {
      subject = value;
      return this;
    }

    public MailBuilder terms(String... values) {
      terms = Set.of(values);
      return this;
    }

    public MailBuilder attachment() {
      attachment = true;
      return this;
    }

    public MailBuilder thread(long value) {
      thread = value;
      return this;
    }

    public MailBuilder padding(int bytes) {
      padding = bytes;
      return this;
    }

    /** Sets author and recipients. */
    public MailBuilder parties(Parties value) {
      parties = value;
      return this;
    }

    public NewMail build() {
      byte[] raw = ("%-" + (64 + padding) + "s").formatted(text).getBytes(StandardCharsets.UTF_8);
      return new NewMail(
          raw,
          receivedAt,
          flags,
          from,
          from,
          subject,
          subject,
          text,
          attachment,
          text.hashCode(),
          thread,
          ("display of " + text).getBytes(StandardCharsets.UTF_8),
          terms,
          new Reading(0, Optional.empty(), List.of(), parties));
    }
  }

  /**
   * Asserts that the counters of every folder match its items, that items and messages correspond
   * one to one, and further invariants.
   */
  public void assertConsistent(long account) throws SQLException {
    assertThat(
            rows(
                """
                SELECT f.folder, f.total, f.unread, f.bytes FROM folder f WHERE f.account = %d
                ORDER BY f.folder
                """
                    .formatted(account)))
        .isEqualTo(
            rows(
                """
                SELECT f.folder, COUNT(i.uid), COALESCE(SUM(i.flags %% 2 = 0), 0),
                  COALESCE(SUM(i.size), 0)
                FROM folder f LEFT JOIN item i ON i.account = f.account AND i.folder = f.folder
                WHERE f.account = %d GROUP BY f.folder ORDER BY f.folder
                """
                    .formatted(account)));
    assertThat(
            rows(
                "SELECT folder FROM folder f WHERE account = %d AND EXISTS (SELECT 1 FROM item i WHERE i.account = f.account AND i.folder = f.folder AND i.uid >= f.uidnext)"
                    .formatted(account)))
        .as("folders with a uid beyond uidnext")
        .isEmpty();
    assertThat(rows("SELECT message FROM item WHERE account = " + account + " ORDER BY message"))
        .isEqualTo(
            rows("SELECT message FROM message WHERE account = " + account + " ORDER BY message"));
    assertThat(
            rows(
                """
                SELECT (SELECT COALESCE(SUM(mails), 0) FROM search_segment
                    WHERE account = %1$d AND state = 2)
                  + (SELECT COUNT(*) FROM search_fresh WHERE account = %1$d)
                  - (SELECT COUNT(*) FROM search_dead WHERE account = %1$d)
                  - (SELECT COALESCE(SUM(stale), 0) FROM search_segment
                    WHERE account = %1$d AND state = 2)
                """
                    .formatted(account)))
        .as("messages that are in the search index and not deleted")
        .isEqualTo(rows("SELECT COUNT(*) FROM message WHERE account = " + account));
    assertThat(
            rows(
                "SELECT HEX(sha256), owner FROM blob_link WHERE kind = 1 AND account = %d ORDER BY owner"
                    .formatted(account)))
        .as("links of messages")
        .isEqualTo(
            rows(
                "SELECT HEX(sha256), message FROM message WHERE account = %d ORDER BY message"
                    .formatted(account)));
    assertThat(
            rows(
                "SELECT m.message FROM message m LEFT JOIN thread_ref t ON t.account = m.account AND t.id_hash = m.message_id_hash WHERE m.account = %d AND (t.thread IS NULL OR t.thread <> m.thread)"
                    .formatted(account)))
        .as("messages that are not in the thread of their ids")
        .isEmpty();
    assertThat(
            rows(
                "SELECT f.folder FROM folder f JOIN account a ON a.id = f.account LEFT JOIN item i ON i.account = f.account AND i.folder = f.folder AND i.modseq > f.modseq WHERE a.id = %d AND (f.modseq > a.modseq OR i.uid IS NOT NULL)"
                    .formatted(account)))
        .as("folders or items with a modseq beyond the account's or folder's")
        .isEmpty();
  }

  /** Returns all rows of a query, each as its values joined by spaces. */
  public List<String> rows(String sql) throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> list = new ArrayList<>();
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          values.add(rows.getString(i));
        }
        list.add(String.join(" ", values));
      }
      return list;
    }
  }

  public long count(String table, long account) throws SQLException {
    return Long.parseLong(
        rows("SELECT COUNT(*) FROM " + table + " WHERE account = " + account).get(0));
  }
}
