package arashi.store.delivery;

import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.Store;
import arashi.store.StoreFixture;
import arashi.store.delivery.Delivery.Copy;
import arashi.store.mail.NewMail;
import arashi.store.mail.PreparedMail;
import com.zaxxer.hikari.HikariDataSource;
import db.migrations.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Cost of a delivery, in statements and rows counted by the server: the 10,001st mail of a folder
 * costs the same as the first.
 */
@Tag("database")
class DeliveryCostTest {
  private static final int MAILS = 10_000;
  private static final int BATCH = 500;

  /** Additional rows that a server may read, regardless of the folder's size. */
  private static final int SLACK = 5;

  @Test
  void aMailInALargeFolderCostsWhatTheFirstDid() {
    try (StoreFixture fixture = new StoreFixture()) {
      Database connection = fixture.database.connection();
      // The server counts per connection, so all statements must use the same one.
      Database one = new Database(connection.url(), connection.user(), connection.password(), 1);
      try (HikariDataSource single = one.open()) {
        Store store = Store.over(single, fixture.time);
        long account = fixture.account();
        deliver(store, account, "warm"); // servers read their dictionary on first use
        Map<String, Long> first = costOf(single, () -> deliver(store, account, "first"));
        fill(fixture, account);
        Map<String, Long> last = costOf(single, () -> deliver(store, account, "last"));

        assertThat(last.get("Questions")).isEqualTo(first.get("Questions")).isLessThan(30);
        assertThat(last.get("Sort_rows")).isEqualTo(first.get("Sort_rows"));
        last.forEach(
            (name, count) -> assertThat(count).as(name).isLessThan(first.get(name) + SLACK));
      }
    }
  }

  /** Mails that wait for the store share its statements. */
  @Test
  void mailsTogetherCostLittleMoreThanOne() {
    try (StoreFixture fixture = new StoreFixture()) {
      Database connection = fixture.database.connection();
      Database one = new Database(connection.url(), connection.user(), connection.password(), 1);
      try (HikariDataSource single = one.open()) {
        Store store = Store.over(single, fixture.time);
        long account = fixture.account();
        deliver(store, account, "warm");
        long alone = costOf(single, () -> deliver(store, account, "alone")).get("Questions");
        String[] texts = {"a", "b", "c", "d", "e", "f", "g", "h"};
        long together = costOf(single, () -> deliver(store, account, texts)).get("Questions");

        assertThat(together).isLessThan(2 * alone);
      }
    }
  }

  private static void fill(StoreFixture fixture, long account) {
    for (int batch = 0; batch < MAILS / BATCH; batch++) {
      List<NewMail> mails = new ArrayList<>();
      for (int i = 0; i < BATCH; i++) {
        int n = batch * BATCH + i;
        mails.add(
            mail("m" + n).receivedAt(StoreFixture.NOW.minusSeconds(n + 1)).terms("all").build());
      }
      fixture.add(account, fixture.inbox(account), mails);
    }
  }

  private static void deliver(Store store, long account, String... texts) {
    List<Delivery> deliveries = new ArrayList<>();
    for (String text : texts) {
      PreparedMail mail =
          store
              .mail()
              .mailWriter()
              .prepare(mail(text).thread(text.hashCode()).terms("all").build());
      Copy copy = new Copy(account, Optional.empty(), new byte[] {'x'});
      deliveries.add(new Delivery(mail, mail.sha256(), true, List.of(copy)));
    }
    store.mail().deliveries().store(deliveries, Duration.ofDays(5));
  }

  private static Map<String, Long> costOf(HikariDataSource single, Runnable delivery) {
    Map<String, Long> before = status(single);
    delivery.run();
    Map<String, Long> after = status(single);
    after.replaceAll((name, value) -> value - before.get(name));
    return after;
  }

  private static Map<String, Long> status(HikariDataSource single) {
    Map<String, Long> values = new TreeMap<>();
    try (Connection connection = single.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SHOW SESSION STATUS WHERE Variable_name IN ('Questions', 'Handler_read_first',"
                    + " 'Handler_read_key', 'Handler_read_last', 'Handler_read_next',"
                    + " 'Handler_read_prev', 'Handler_write', 'Handler_update', 'Sort_rows')")) {
      while (rows.next()) {
        values.put(rows.getString(1), rows.getLong(2));
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return values;
  }
}
