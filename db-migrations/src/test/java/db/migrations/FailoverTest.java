package db.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A URL that names several hosts. */
@Tag("database")
class FailoverTest {

  @Test
  void writesToTheSecondHostWhileTheFirstIsDown() throws SQLException, IOException {
    try (TestDatabase database = TestDatabase.empty()) {
      Database known = database.connection();
      String url = known.url().replaceFirst("//", "//127.0.0.1:" + closedPort() + ",");
      Database both = new Database(url, known.user(), known.password(), 2);
      try (HikariDataSource pool = both.open()) {
        assertThat(Schema.migrate(pool)).isEqualTo(Integer.toString(ReleasedVersions.latest()));
        insert(pool);
      }
      try (HikariDataSource pool = both.openForRequests()) {
        insert(pool);
        try (Connection connection = pool.getConnection();
            Statement statement = connection.createStatement()) {
          assertThat(count(statement)).isEqualTo(2);
        }
      }
    }
  }

  @Test
  void leavesTheUrlTheLastWord() throws SQLException, IOException {
    try (TestDatabase database = TestDatabase.empty()) {
      Database known = database.connection();
      String separator = known.url().contains("?") ? "&" : "?";
      String url =
          known.url().replaceFirst("//", "//127.0.0.1:" + closedPort() + ",")
              + separator
              + "failOverReadOnly=true";
      Schema.migrate(database.dataSource());
      try (HikariDataSource pool = new Database(url, known.user(), known.password(), 1).open()) {
        assertThatThrownBy(() -> insert(pool)).hasMessageContaining("read-only");
      }
    }
  }

  @Test
  void staysWithTheSecondHostThroughATransactionThoughTheFirstIsBack() throws Exception {
    try (TestDatabase database = TestDatabase.migrated()) {
      Database known = database.connection();
      int port = closedPort();
      String url = known.url().replaceFirst("//", "//127.0.0.1:" + port + ",");
      Database both = new Database(url, known.user(), known.password(), 1);
      try (HikariDataSource pool = both.openForRequests();
          Connection connection = pool.getConnection();
          Statement statement = connection.createStatement()) {
        long before = connectionId(statement);
        statement.execute("START TRANSACTION");
        insert(statement);
        try (Forwarder first = new Forwarder(port, portOf(known))) {
          for (int i = 0; i < 200; i++) {
            assertThat(connectionId(statement)).isEqualTo(before);
          }
          statement.execute("ROLLBACK");
          assertThat(first.accepted()).isZero();
        }
        assertThat(count(statement)).isZero();
      }
    }
  }

  /** Returns the port of a local server. */
  private static int portOf(Database database) {
    return URI.create(database.url().substring("jdbc:".length())).getPort();
  }

  private static long connectionId(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("SELECT CONNECTION_ID()")) {
      row.next();
      return row.getLong(1);
    }
  }

  private static int count(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM session")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  /** Simulates a host that is back after an outage: another address of the same server. */
  private static final class Forwarder implements AutoCloseable {
    private final ServerSocket listener;
    private final int server;
    private final AtomicInteger accepted = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    Forwarder(int port, int server) throws IOException {
      this.listener = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
      this.server = server;
      threads.execute(this::accept);
    }

    int accepted() {
      return accepted.get();
    }

    private void accept() {
      try {
        while (true) {
          Socket client = listener.accept();
          accepted.incrementAndGet();
          Socket there = new Socket(InetAddress.getLoopbackAddress(), server);
          threads.execute(() -> pump(client, there));
          threads.execute(() -> pump(there, client));
        }
      } catch (IOException e) {
        // closed
      }
    }

    private static void pump(Socket from, Socket to) {
      try (from;
          to) {
        from.getInputStream().transferTo(to.getOutputStream());
      } catch (IOException e) {
        // one of the sockets was closed
      }
    }

    @Override
    public void close() throws IOException {
      listener.close();
      threads.shutdownNow();
    }
  }

  private static void insert(HikariDataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      insert(statement);
    }
  }

  private static void insert(Statement statement) throws SQLException {
    statement.execute(
        "INSERT INTO session SELECT LEFT(SHA2(COUNT(*), 256), 32), 7, 'c', 1, 2, 3, 'a', '::1'"
            + " FROM session");
  }

  private static int closedPort() throws IOException {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return probe.getLocalPort();
    }
  }
}
