package db.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import db.migrations.KilledClient.Death;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A process is killed, or fails, just before a statement of a migration, from an empty database and
 * from each earlier version with mail in it. Each run samples the statements; {@code
 * -Darashi.test.every-kill=true} takes all.
 */
class KilledMigrationTest {
  private static final String RELEASED = "classpath:db/migration";

  /** The released migrations, and one with the operations of possible later ones. */
  private static final String[] ALL = {RELEASED, "classpath:db/later"};

  /** Rows in the tables of a version. */
  private static final Map<Integer, List<String>> ROWS =
      Map.of(
          1,
          List.of(
              "INSERT INTO account (id, name, password_hash, service_class, admin, quota,"
                  + " next_folder, created_at) VALUES (7, 'ada', 'h', 'gold', TRUE, 5, 9, 0),"
                  + " (8, 'bob', 'h', 'gold', FALSE, 6, 9, 0)",
              "INSERT INTO session VALUES (REPEAT('t', 32), 7, 'c', 1, 2, 3, 'agent', '::1')"),
          2,
          List.of(
              "INSERT INTO folder VALUES (7, 1, 0, 'Inbox', 'inbox', 1, 3, 4, 2, 1, 200)",
              "INSERT INTO item VALUES (7, 1, 1, 11, 5, 1, 3, 100, FALSE, 1, 'a', 's', 'Ada', 'S',"
                  + " 'p'), (7, 1, 2, 12, 6, 0, 4, 100, TRUE, 2, 'b', 's', 'Bob', 'S', 'p')",
              "INSERT INTO message VALUES (7, 11, REPEAT('1', 32), 100, 1, 1, 'd', 't'),"
                  + " (7, 12, REPEAT('2', 32), 100, 2, 1, 'd', 't')",
              "INSERT INTO search_term VALUES (7, 'storm', 11), (7, 'storm', 12)",
              "INSERT INTO `blob` VALUES (REPEAT('1', 32), 100, 50, 5), (REPEAT('2', 32), 9, 5, 6)",
              "INSERT INTO blob_chunk VALUES (REPEAT('1', 32), 0, 'x'), (REPEAT('2', 32), 0, 'y')"),
          3,
          List.of(
              "INSERT INTO outbox VALUES (7, 1, 'k', 11, 'a@x', '[]', 'waiting', 0, 5, '')",
              "INSERT INTO job VALUES (7, 1, 'import', '{}', '{}', 'running', 5)",
              "INSERT INTO audit (account, id, done_at, action, detail)"
                  + " VALUES (7, 1, 1, 'target', '{}'), (99, 1, 2, 'target', '{}')",
              "INSERT INTO change_log VALUES (7, 1, 3, 1, 'added', 5)"),
          7,
          List.of(
              "INSERT INTO draft (account, id, idempotency_key, version, content, created_at,"
                  + " saved_at) VALUES (7, 1, 'k', 2, 'text', 1, 2)",
              "INSERT INTO outbox_recipient (account, id, n, address, state, next_attempt_at)"
                  + " VALUES (7, 1, 0, 'b@x', 'held', 5)"),
          9,
          List.of("INSERT INTO identity VALUES (7, 'a@x', 'Ada', 'Ada', '', TRUE)"),
          13,
          List.of("INSERT INTO image_sender VALUES (7, 'b@x', 5)"),
          19,
          List.of("INSERT INTO login_failure VALUES (REPEAT('n', 16), 3, 5)"),
          20,
          List.of("INSERT INTO node VALUES (REPEAT('a', 64), 'mx1', 5)"));

  /** A run takes one of this many consecutive statements. */
  private static final int STRIDE = 4;

  private static final Map<Integer, TestDatabase> LEFT_BY = new HashMap<>();

  @AfterAll
  static void drop() {
    LEFT_BY.values().forEach(TestDatabase::close);
    LEFT_BY.clear();
  }

  /**
   * The first version to start from. Earlier ones were tested with their releases, and their
   * migrations do not change.
   */
  private static final int LEAST = Integer.getInteger("arashi.test.kills-from", 0);

  static Stream<Integer> versions() {
    return Stream.concat(Stream.of(0), ReleasedVersions.all().stream())
        .filter(version -> version >= LEAST);
  }

  private static final int FIRST_WITH_JOURNAL = 4;

  static Stream<Integer> withJournal() {
    return versions().filter(version -> version == 0 || version >= FIRST_WITH_JOURNAL);
  }

  static Stream<Integer> withoutJournal() {
    return Stream.of(0, 1, 2, 3, 4).filter(version -> version >= LEAST);
  }

  @ParameterizedTest
  @MethodSource("versions")
  void isCompletedWhereverItWasKilled(int from) throws SQLException {
    KilledClient.Work work = database -> Schema.migrate(database, target(from), ALL);
    dieAnywhere(from, Death.KILL, work, work);
  }

  @ParameterizedTest
  @MethodSource("withJournal")
  void isCompletedWhereverAStatementFailed(int from) throws SQLException {
    KilledClient.Work work = database -> Schema.migrate(database, target(from), ALL);
    dieAnywhere(from, Death.ERROR, work, work);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("withoutJournal")
  void isCompletedWhereverAReleaseWithoutAJournalWasKilled(int from) throws SQLException {
    dieAnywhere(from, Death.KILL, database -> flyway(database, target(from)), next(from));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void isCompletedWhereverAStatementOfAReleaseWithoutAJournalFailed(int from) throws SQLException {
    assumeTrue(from >= LEAST, "an earlier version than asked for");
    dieAnywhere(from, Death.ERROR, database -> flyway(database, target(from)), next(from));
  }

  @Test
  void isCompletedThoughEachAttemptIsKilled() throws SQLException {
    KilledClient.Work work = database -> Schema.migrate(database, "latest", ALL);
    try (TestDatabase database = at(0)) {
      int attempts = 0;
      // The few attempts that die early only find out where to resume.
      while (KilledClient.dies(database.dataSource(), Death.KILL, 5 + attempts % 7, work)) {
        assertThat(++attempts).as("attempts").isLessThan(500);
      }
      assertThat(attempts).isGreaterThan(20);
      assertThat(Contents.of(database.dataSource())).isEqualTo(afterwards(0, work));
    }
  }

  private static void dieAnywhere(
      int from, Death death, KilledClient.Work dying, KilledClient.Work next) throws SQLException {
    List<String> undisturbed = afterwards(from, next);
    boolean died = true;
    int stride = KilledClient.AT_EACH ? 1 : STRIDE;
    for (int k = 1 + new Random().nextInt(stride); died; k += stride) {
      try (TestDatabase database = at(from)) {
        died = KilledClient.dies(database.dataSource(), death, k, dying);
        next.on(database.dataSource());
        assertThat(Contents.of(database.dataSource()))
            .as("from version %d, %s at statement %d", from, death, k)
            .isEqualTo(undisturbed);
      }
    }
  }

  private static List<String> afterwards(int from, KilledClient.Work work) throws SQLException {
    try (TestDatabase database = at(from)) {
      work.on(database.dataSource());
      return Contents.of(database.dataSource());
    }
  }

  /**
   * Returns a database as the release of a version left it, with mail; 0: an empty one. It is a
   * copy, because each kill needs its own.
   */
  private static TestDatabase at(int version) throws SQLException {
    TestDatabase left = LEFT_BY.get(version);
    if (left == null) {
      left = leftBy(version);
      LEFT_BY.put(version, left);
    }
    return left.copy();
  }

  private static TestDatabase leftBy(int version) throws SQLException {
    TestDatabase database = TestDatabase.empty();
    for (int each : ReleasedVersions.all()) {
      if (each <= version) {
        flyway(database.dataSource(), Integer.toString(each));
        insert(database, ROWS.getOrDefault(each, List.of()));
      }
    }
    return database;
  }

  private static void insert(TestDatabase database, List<String> rows) throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      for (String row : rows) {
        statement.execute(row);
      }
    }
  }

  private static KilledClient.Work next(int from) {
    return database -> Schema.migrate(database, target(from), RELEASED);
  }

  /** Returns the next version; a kill in a later one equals a kill after a start from there. */
  private static String target(int from) {
    return KilledClient.AT_EACH || from == ReleasedVersions.latest()
        ? "latest"
        : Integer.toString(ReleasedVersions.after(from));
  }

  /** Migrates like releases up to version 5. */
  private static void flyway(DataSource database, String target) {
    Flyway.configure(Schema.class.getClassLoader())
        .loggers("slf4j")
        .locations(RELEASED)
        .dataSource(database)
        .target(target)
        .createSchemas(false) // otherwise it retries for ten seconds after the kill
        .load()
        .migrate();
  }
}
