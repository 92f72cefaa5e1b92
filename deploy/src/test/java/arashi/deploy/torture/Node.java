package arashi.deploy.torture;

import arashi.deploy.Arashi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A service, as a process, over a database that others run. {@link #url} is safe from any thread.
 */
final class Node implements AutoCloseable {
  private static final String AT = "Arashi is at (http://\\S+)";

  private final Path home;
  private final Path config;
  private Arashi.Running service;
  private volatile URI url;

  /**
   * A node that was not started yet.
   *
   * @param home a directory of its own
   * @param database where the database is, and its login
   * @param settings lines of its configuration
   */
  Node(Path home, Login database, String... settings) {
    this.home = home;
    this.config = home.resolveSibling(home.getFileName() + ".conf");
    List<String> lines =
        new ArrayList<>(
            List.of(
                "mysql.url = \"" + database.url() + '"',
                "mysql.user = \"" + database.user() + '"',
                "mysql.password = \"" + database.password() + '"'));
    lines.addAll(List.of(settings));
    try {
      Files.createDirectories(home);
      Files.write(config, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A database, and who signs in to it.
   *
   * @param url with parameters
   */
  record Login(String url, String user, String password) {
    Connection connect() throws SQLException {
      return DriverManager.getConnection(url + "&connectTimeout=10000", user, password);
    }
  }

  /** Starts it and waits until it says where it is. */
  Node start() {
    service = command("run", "--port", "0");
    url = URI.create(service.await(AT));
    return this;
  }

  /** Current or last address of the node. */
  URI url() {
    return url;
  }

  /** The service's process, for signals. */
  ProcessHandle process() {
    return service.handle();
  }

  /** Starts a command that uses the same database. */
  Arashi.Running command(String... arguments) {
    return Arashi.startForLoad(withPlace(arguments));
  }

  private List<String> withPlace(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--data", home.toString(), "--config", config.toString()));
    return all;
  }

  /** Adds a user whose password is {@link Victim#PASSWORD}. */
  void addUser(String name) {
    Victim.succeed(
        Arashi.run(Victim.PASSWORD + "\n", withPlace("user", "add", name, "--password-stdin")));
  }

  /** Ends it as {@code kill -9} does, and starts it again. */
  void restartAfterKill() {
    kill();
    start();
  }

  /** Ends it as {@code kill -9} does. */
  void kill() {
    service.handle().destroyForcibly();
    service.end();
  }

  @Override
  public void close() {
    Processes.killAll(home);
  }
}
