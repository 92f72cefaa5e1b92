package arashi.store;

import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.store.account.Account;
import arashi.store.account.Session;
import arashi.store.blob.Sha256;
import arashi.store.mail.Flag;
import com.zaxxer.hikari.HikariDataSource;
import db.migrations.Database;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A node hangs in the middle of a change of an account's mail, while others continue. */
@Tag("database")
class StandingNodeTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @AutoClose private final StoreFixture fixture = new StoreFixture();
  private final long ada = fixture.account();

  private Optional<Session> signIn(Account account, String token) {
    return fixture
        .store
        .people()
        .sessions()
        .create(
            Sha256.of(token.getBytes(StandardCharsets.UTF_8)), account, "csrf", HOUR, "B/1", "::1");
  }

  private static void execute(Connection c, String... statements) throws SQLException {
    try (Statement statement = c.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  @Test
  void signInNeedsNoLockOfTheAccount() throws SQLException {
    Account account = fixture.store.people().accounts().byId(ada).orElseThrow();
    fixture.inTransaction(
        standing -> {
          execute(standing, "SELECT id FROM account WHERE id = " + ada + " FOR UPDATE");

          assertThat(signIn(account, "token")).isPresent();
        });
  }

  /** The change is not committed yet, but has already passed the place of the new session. */
  @Test
  void aSessionThatBeginsWithTheOldPasswordDuringItsChangeEndsWithIt() throws Exception {
    Account account = fixture.store.people().accounts().byId(ada).orElseThrow();
    assertThat(signIn(account, "earlier")).isPresent();
    ExecutorService other = Executors.newSingleThreadExecutor();
    try (Connection standing = fixture.database.dataSource().getConnection()) {
      // A session used later has a greater key within the account: the deletion waits here.
      execute(
          standing,
          "START TRANSACTION",
          "SELECT account FROM session WHERE account = " + ada + " FOR UPDATE");
      fixture.now.set(StoreFixture.NOW.minus(HOUR));
      Future<Boolean> change =
          other.submit(() -> fixture.store.people().accounts().setPassword(ada, "$new$"));
      while (fixture
          .rows("SELECT id FROM information_schema.processlist WHERE info LIKE 'DELETE FROM sess%'")
          .isEmpty()) {
        assertThat(change.isDone()).isFalse();
      }

      assertThat(signIn(account, "meanwhile")).isPresent();
      execute(standing, "COMMIT");

      assertThat(change.get()).isTrue();
      fixture.now.set(StoreFixture.NOW.minus(HOUR));
      assertThat(fixture.store.people().sessions().list(ada)).isEmpty();
    } finally {
      other.shutdown();
    }
  }

  /** One second, for the test: the service's own pool sets a minute. */
  @Test
  void theServerGivesUpATransactionOfWhichItHearsNothing() throws SQLException {
    long inbox = fixture.inbox(ada);
    List<Long> uids = fixture.add(ada, inbox, mail("m").build());
    Database database = fixture.database.connection();
    try (HikariDataSource pool = database.openForRequests();
        Connection standing = pool.getConnection()) {
      execute(
          standing,
          "START TRANSACTION",
          "UPDATE account SET modseq = 99 WHERE id = " + ada,
          "SET SESSION wait_timeout = 1");

      fixture.store.mail().items().flag(ada, inbox, uids, Set.of(Flag.SEEN), Set.of());

      assertThatThrownBy(() -> execute(standing, "COMMIT")).isInstanceOf(SQLException.class);
      assertThat(fixture.rows("SELECT modseq < 99 FROM account WHERE id = " + ada))
          .containsExactly("1");
    }
    fixture.assertConsistent(ada);
  }

  @Test
  void theServiceHasTheServerWaitAMinute() throws SQLException {
    try (HikariDataSource pool = fixture.database.connection().openForRequests();
        Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT @@SESSION.wait_timeout")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getInt(1)).isEqualTo(60);
    }
  }
}
