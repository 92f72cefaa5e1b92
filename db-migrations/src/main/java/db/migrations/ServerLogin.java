package db.migrations;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The only login of an embedded server, at the port in its files. */
final class ServerLogin {

  static final String USER = "arashi";

  private static final Logger log = LoggerFactory.getLogger(ServerLogin.class);
  private static final String CONNECT_MILLIS = "2000";
  private static final String ANSWER_MILLIS = "5000";

  /** Server error for exhausted connections, which proves that the server works. */
  private static final int TOO_MANY_CONNECTIONS = 1040;

  private final ServerFiles files;

  ServerLogin(ServerFiles files) {
    this.files = files;
  }

  Database database(int port, int connections) throws IOException {
    return new Database(url(port), USER, files.password(), connections);
  }

  private static String url(int port) {
    return "jdbc:mysql://127.0.0.1:" + port + "/arashi?sslMode=DISABLED";
  }

  /** Opens a connection; the caller closes it. */
  Connection connect(int port) throws SQLException, IOException {
    Properties properties = new Properties();
    properties.setProperty("user", USER);
    properties.setProperty("password", files.password());
    properties.setProperty("connectTimeout", CONNECT_MILLIS);
    properties.setProperty("socketTimeout", ANSWER_MILLIS);
    return DriverManager.getConnection(url(port), properties);
  }

  /** True if the server accepts the login. */
  boolean answers(int port) throws IOException {
    try (Connection connection = connect(port)) {
      return connection.isValid(5);
    } catch (SQLException e) {
      log.debug("the database does not answer: {}", e.getMessage());
      return e.getErrorCode() == TOO_MANY_CONNECTIONS;
    }
  }

  /**
   * Connects to another process's server. The owner does not stop the server while the connection
   * is open. No race: the owner deletes the port file before it checks for connections, and this
   * method checks for the file after it has connected, so at least one sees the other.
   */
  Optional<Connection> join(int port) throws IOException {
    try {
      Connection connection = connect(port);
      if (files.port().equals(OptionalInt.of(port))) {
        return Optional.of(connection);
      }
      connection.close();
    } catch (SQLException e) {
      log.debug("the database of another process does not answer: {}", e.getMessage());
    }
    return Optional.empty();
  }

  /** True if others are connected. A server that does not answer counts as unused. */
  boolean isUsed(int port) throws IOException {
    try (Connection connection = connect(port);
        Statement statement = connection.createStatement();
        ResultSet others =
            statement.executeQuery(
                "SELECT 1 FROM information_schema.processlist"
                    + " WHERE user = SUBSTRING_INDEX(CURRENT_USER(), '@', 1)"
                    + " AND id <> CONNECTION_ID()")) {
      return others.next();
    } catch (SQLException e) {
      log.debug("the database does not say who uses it: {}", e.getMessage());
      return false;
    }
  }

  /** Asks the server to stop, on systems without signals. */
  void shutDown(int port) throws IOException {
    try (Connection connection = connect(port);
        Statement statement = connection.createStatement()) {
      statement.execute("SHUTDOWN");
    } catch (SQLException e) {
      log.debug("the database can't be asked to stop: {}", e.getMessage());
    }
  }
}
