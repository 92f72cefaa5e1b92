package db.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages to the operator about databases that the service does not support. */
@Tag("database")
class RefusedDatabaseTest {
  private static final String HISTORY =
      "INSERT INTO flyway_schema_history (installed_rank, version, description, type, script,"
          + " checksum, installed_by, execution_time, success) VALUES ";

  @Test
  void namesTheTablesOfAnotherApplication() throws SQLException {
    try (TestDatabase database = TestDatabase.empty()) {
      execute(database, "CREATE TABLE wp_posts (id INT)", "CREATE TABLE wp_users (id INT)");

      assertThat(refusal(database))
          .contains("is used by another application (wp_posts, wp_users)", "mysql.url");
    }
  }

  @Test
  void recognisesAnotherApplicationThatUsesFlyway() throws SQLException {
    try (TestDatabase database = TestDatabase.migrated()) {
      execute(
          database,
          "DELETE FROM flyway_schema_history",
          HISTORY + "(1, '1', 'shop', 'SQL', 'V1__shop.sql', 1, 'x', 1, TRUE)");

      assertThat(refusal(database)).contains("another application", "V1__shop.sql", "mysql.url");
    }
  }

  @Test
  void namesTheVersionOfANewerRelease() throws SQLException {
    try (TestDatabase database = TestDatabase.migrated()) {
      execute(database, HISTORY + "(99, '99', 'newer', 'SQL', 'V99__newer.sql', 1, 'x', 1, TRUE)");

      assertThat(refusal(database))
          .contains(
              "newer release",
              "schema version 99, this release has " + ReleasedVersions.latest(),
              "start that release");
    }
  }

  @Test
  void namesTheVersionThatANewerReleaseBegan() throws SQLException {
    try (TestDatabase database = TestDatabase.migrated()) {
      execute(database, "INSERT INTO schema_progress VALUES ('99', 2, 3)");

      assertThat(refusal(database))
          .contains("was being migrated by a newer release", "schema version 99", "start that");
    }
  }

  @Test
  void namesTheScriptThatDiffers() throws SQLException {
    try (TestDatabase database = TestDatabase.migrated()) {
      execute(database, "UPDATE flyway_schema_history SET checksum = 1 WHERE version = '3'");

      assertThat(refusal(database))
          .contains("another build of Arashi", "V3__search_index.sql differs");
    }
  }

  @Test
  void refusesADatabaseOfACommitBeforeTheFirstRelease() throws SQLException {
    try (TestDatabase database = TestDatabase.migrated()) {
      execute(
          database,
          "UPDATE flyway_schema_history SET script = 'V3__operations.sql', checksum = 1"
              + " WHERE version = '3'",
          HISTORY + "(21, '21', 'levels', 'SQL', 'V21__user_levels.sql', 1, 'x', 1, TRUE)");

      assertThat(refusal(database))
          .contains("another build of Arashi", "V3__operations.sql", "an empty database");
    }
  }

  @Test
  void namesTheStatementThatCannotBeCompletedAndGoesOnOnceItCan() throws SQLException {
    try (TestDatabase database = TestDatabase.empty()) {
      Schema.migrate(database.dataSource(), "4", "classpath:db/migration");
      execute(database, "CREATE TABLE identity (account INT)");

      assertThat(refusal(database))
          .contains("V5__outgoing.sql stopped at statement 1", "goes on from there", "identity");

      execute(database, "DROP TABLE identity");
      assertThat(Schema.migrate(database.dataSource()))
          .isEqualTo(Integer.toString(ReleasedVersions.latest()));
    }
  }

  @Test
  void namesTheLoginThatHasTooFewRights() throws SQLException {
    try (TestDatabase database = TestDatabase.empty()) {
      String name = database.connection().server().replaceAll(".*/", "");
      String login = "few_" + ProcessHandle.current().pid();
      assumeTrue(
          mayCreateUsers(database), "the login of the tests' server may not create another one");
      execute(
          database,
          "CREATE USER '" + login + "'@'%' IDENTIFIED BY 'pw'",
          "GRANT SELECT, INSERT, CREATE, INDEX ON " + name + ".* TO '" + login + "'@'%'");
      try (HikariDataSource few = as(database, name, login, "pw").open()) {
        assertThatThrownBy(() -> Schema.migrate(few))
            .isInstanceOf(SchemaException.class)
            .hasMessageContaining("too few rights")
            .hasMessageContaining("grant '" + login + "'@");
      } finally {
        execute(database, "DROP USER '" + login + "'@'%'");
      }
    }
  }

  @Test
  void namesTheLoginThatMayNotUseTheDatabase() throws SQLException {
    try (TestDatabase database = TestDatabase.empty()) {
      assumeFalse(mayCreateUsers(database), "the login of the tests' server may do all");
      Database known = database.connection();

      assertThat(noConnection(as(database, "mysql", known.user(), known.password())))
          .contains("too few rights", "grant 'arashi'@'127.0.0.1' all privileges");
    }
  }

  @Test
  void saysThatThereIsNoSuchDatabase() throws SQLException {
    try (TestDatabase database = TestDatabase.empty()) {
      Database known = database.connection();

      assertThat(noConnection(as(database, "arashi_test_none", known.user(), known.password())))
          .contains("has no database arashi_test_none", "CREATE DATABASE", "mysql.url");
    }
  }

  @Test
  void saysThatTheLoginIsRefused() throws SQLException {
    try (TestDatabase database = TestDatabase.empty()) {
      assertThat(noConnection(as(database, "arashi", "nobody", "wrong")))
          .contains("refuses the login", "nobody", "mysql.password");
    }
  }

  @Test
  void saysThatTheUrlNamesNoDatabase() throws SQLException {
    try (TestDatabase database = TestDatabase.empty()) {
      Database known = database.connection();
      try (HikariDataSource none = as(database, "", known.user(), known.password()).open()) {
        assertThatThrownBy(() -> Schema.migrate(none)).hasMessageContaining("names no database");
      }
    }
  }

  private static boolean mayCreateUsers(TestDatabase database) throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet grants = statement.executeQuery("SHOW GRANTS")) {
      grants.next();
      return grants.getString(1).matches(".*(ALL PRIVILEGES ON \\*|CREATE USER).*");
    }
  }

  private static String refusal(TestDatabase database) {
    return catchThrowableOfType(SchemaException.class, () -> Schema.migrate(database.dataSource()))
        .getMessage();
  }

  private static String noConnection(Database database) {
    RuntimeException failure =
        catchThrowableOfType(RuntimeException.class, () -> database.open().close());
    return database.explain(failure).getMessage();
  }

  /** Returns another login, or another database, of the same server. */
  private static Database as(TestDatabase database, String name, String user, String password) {
    String url =
        database
            .connection()
            .url()
            .replaceFirst("/[^/?]*(\\?|$)", "/" + name + "$1")
            .replaceAll("user=[^&]*", "user=" + user)
            .replaceAll("password=[^&]*", "password=" + password);
    return new Database(url, user, password, 1);
  }

  private static void execute(TestDatabase database, String... statements) throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
