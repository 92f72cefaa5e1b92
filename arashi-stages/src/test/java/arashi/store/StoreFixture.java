package arashi.store;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A store on a fresh database, with a clock that stands, and mails made up as needed. */
final class StoreFixture implements AutoCloseable {

  static final Instant NOW = Instant.parse("2026-03-03T12:00:00Z");

  private static final AtomicInteger NEXT = new AtomicInteger();

  final TestDatabase database = TestDatabase.migrated();
  final AtomicReference<Instant> now = new AtomicReference<>(NOW);
  final InstantSource time = now::get;
  final Store store = Store.over(database.dataSource(), time);

  @Override
  public void close() {
    database.close();
  }

  /** A new account. */
  long account() {
    try {
      return store
          .accounts()
          .create("user" + NEXT.incrementAndGet(), "$hash$", "standard", false, 0)
          .id();
    } catch (NameTakenException e) {
      throw new AssertionError(e);
    }
  }

  long folder(long account, FolderRole role) {
    return store.folders().byRole(account, role).orElseThrow().id();
  }

  long inbox(long account) {
    return folder(account, FolderRole.INBOX);
  }

  List<Long> add(long account, long folder, NewMail... mails) {
    return store.mailWriter().add(account, folder, List.of(mails)).stream()
        .map(Added::uid)
        .toList();
  }

  /**
   * Mails that differ in all that listings sort by; of every third, two neighbours share each
   * value.
   */
  static List<NewMail> mails(String tag, int count) {
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

  static MailBuilder mail(String text) {
    return new MailBuilder(text);
  }

  /** A mail whose other parts follow from its text, unless set. */
  static final class MailBuilder {
    private final String text;
    private Instant receivedAt = NOW;
    private Set<Flag> flags = EnumSet.noneOf(Flag.class);
    private String from = "someone";
    private String subject = "something";
    private Set<String> terms = Set.of();
    private boolean attachment;
    private long thread;
    private int padding;

    private MailBuilder(String text) {
      this.text = text;
    }

    MailBuilder receivedAt(Instant value) {
      receivedAt = value;
      return this;
    }

    MailBuilder flags(Flag... values) {
      flags = Set.of(values);
      return this;
    }

    MailBuilder from(String value) {
      from = value;
      return this;
    }

    MailBuilder subject(String value) {
      subject = value;
      return this;
    }

    MailBuilder terms(String... values) {
      terms = Set.of(values);
      return this;
    }

    MailBuilder attachment() {
      attachment = true;
      return this;
    }

    MailBuilder thread(long value) {
      thread = value;
      return this;
    }

    MailBuilder padding(int bytes) {
      padding = bytes;
      return this;
    }

    NewMail build() {
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
          terms);
    }
  }

  /**
   * The counters of every folder are those of its items, and each item has one message and the
   * reverse.
   */
  void assertConsistent(long account) throws SQLException {
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
                "SELECT DISTINCT s.message FROM search_term s LEFT JOIN message m ON m.account = s.account AND m.message = s.message WHERE m.message IS NULL AND s.account = "
                    + account))
        .as("terms of messages that are gone")
        .isEmpty();
  }

  /** All rows of a query, each as its values joined by spaces. */
  List<String> rows(String sql) throws SQLException {
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

  long count(String table, long account) throws SQLException {
    return Long.parseLong(
        rows("SELECT COUNT(*) FROM " + table + " WHERE account = " + account).get(0));
  }
}
