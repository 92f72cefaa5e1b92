package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.FolderRole;
import db.migrations.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import seda.kernel.Clock;

/** A GET writes nothing but the flag seen: compares all tables around each GET of each route. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadOnlyRequestsTest {
  /** A heartbeat changes it. */
  private static final List<String> OF_TASKS = List.of("node");

  private TestDatabase database;
  private TestService service;
  private TestUser user;
  private Client client;
  private long mail;

  @BeforeAll
  void start() {
    database = TestDatabase.migrated();
    service =
        TestService.over(
            database.dataSource(),
            Map.of("mail.follow.lifetime", "1 s"), // the answer of that route ends only then
            Clock.system());
    user = TestUser.createAdmin(service.store());
    mail =
        user.receives(
            Mails.withFile(
                1, "Files", "Content-Type: image/png; name=a.png", Mails.utf8("a picture")));
    client = service.signedIn(user);
    assertThat(client.get(user.path(mail)).status()).as("marks it as seen").isEqualTo(200);
  }

  @AfterAll
  void stop() {
    service.close();
    database.close();
  }

  /** Paths of each GET route, with the ids of things that exist. */
  Stream<String> paths() {
    List<String> paths = new ArrayList<>();
    for (String pattern : service.patterns("GET")) {
      String path = pattern;
      if (path.startsWith("/mail/")) {
        path = path.replaceFirst("\\{}", Long.toString(user.folder(FolderRole.INBOX).id()));
        path = path.replaceFirst("\\{}", Long.toString(mail));
      }
      paths.add(path.replace("{}", "2"));
    }
    paths.addAll(List.of("/search?q=files", "/compose?mailto=a@example.org", "/complete?q=a"));
    assertThat(paths).hasSizeGreaterThan(20).anyMatch(path -> path.endsWith("/forward"));
    return paths.stream();
  }

  @ParameterizedTest
  @MethodSource("paths")
  void writesNothing(String path) {
    Map<String, String> before = settled();

    Answer answer = client.get(path);

    assertThat(answer.status()).isLessThan(500);
    assertThat(tables()).isEqualTo(before);
  }

  /** The tables, once the work behind earlier writes has ended. */
  /** Returns the tables once the start's own tasks, such as the end of a migration, have ended. */
  private Map<String, String> settled() {
    List<Map<String, String>> last = new ArrayList<>(List.of(tables()));
    Eventually.holds(
        () -> {
          last.add(tables());
          return last.get(last.size() - 1).equals(last.get(last.size() - 2));
        });
    return last.get(last.size() - 1);
  }

  /** A checksum of the rows of each table, without those of the service's own tasks. */
  private Map<String, String> tables() {
    Map<String, String> sums = new TreeMap<>();
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      for (String table : list(statement, "SHOW TABLES", 1)) {
        if (!OF_TASKS.contains(table)) {
          sums.put(table, list(statement, "CHECKSUM TABLE `" + table + "` EXTENDED", 2).get(0));
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return sums;
  }

  private static List<String> list(Statement statement, String sql, int column)
      throws SQLException {
    List<String> values = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        values.add(String.valueOf(rows.getString(column)));
      }
    }
    return values;
  }
}
