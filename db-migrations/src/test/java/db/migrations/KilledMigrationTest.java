package db.migrations;

import static org.assertj.core.api.Assertions.assertThat;

import db.migrations.KilledClient.Death;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A process is killed, or fails, just before a statement of a migration: from an empty database,
 * and from the released version with mail in it to a made-up later one. Each run samples the
 * statements; {@code -Darashi.test.every-kill=true} takes all.
 */
@Tag("database")
class KilledMigrationTest {
  private static final String RELEASED = "classpath:db/migration";

  /** The released migrations, and one with the operations of possible later ones. */
  private static final String[] ALL = {RELEASED, "classpath:db/later"};

  /** Rows in the tables of the released version. */
  private static final List<String> ROWS =
      List.of(
          "INSERT INTO account (id, name, password_hash, service_class, admin, quota, next_folder,"
              + " created_at) VALUES (7, 'ada', 'h', 'gold', TRUE, 5, 9, 0),"
              + " (8, 'bob', 'h', 'gold', FALSE, 6, 9, 0)",
          "INSERT INTO session VALUES (REPEAT('t', 32), 7, 'c', 1, 2, 3, 'agent', '::1')",
          "INSERT INTO item VALUES (7, 1, 1, 11, 5, 1, 3, 100, FALSE, 1, 'a', 's', 'Ada', 'S', 'p',"
              + " NULL), (7, 1, 2, 12, 6, 0, 4, 100, TRUE, 2, 'b', 's', 'Bob', 'S', 'p', 5)",
          "INSERT INTO audit VALUES (7, 1, 1, 'target', '{}', 'ada')",
          "INSERT INTO change_log VALUES (7, 1, 5, 'c')");

  /** A run takes one of this many consecutive statements. */
  private static final int STRIDE = 4;

  private static final Map<Integer, TestDatabase> LEFT_BY = new HashMap<>();

  @AfterAll
  static void drop() {
    LEFT_BY.values().forEach(TestDatabase::close);
    LEFT_BY.clear();
  }

  /** An empty database, and the released version with mail in it. */
  static Stream<Integer> versions() {
    return Stream.of(0, ReleasedVersions.latest());
  }

  @ParameterizedTest
  @MethodSource("versions")
  void isCompletedWhereverItWasKilled(int from) throws SQLException {
    KilledClient.Work work = database -> Schema.migrate(database, "latest", ALL);
    dieAnywhere(from, Death.KILL, work, work);
  }

  @ParameterizedTest
  @MethodSource("versions")
  void isCompletedWhereverAStatementFailed(int from) throws SQLException {
    KilledClient.Work work = database -> Schema.migrate(database, "latest", ALL);
    dieAnywhere(from, Death.ERROR, work, work);
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
    if (version > 0) {
      Schema.migrate(database.dataSource());
      insert(database, ROWS);
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
}
