package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.deploy.config.MailSettings;
import db.migrations.ScratchDirectory;
import db.migrations.Servers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A data directory, with an embedded database, on which a test runs processes of the product. */
public record ProductData(Path directory) {
  /** The output of {@code arashi run} with the service's address. */
  public static final String URL = "Arashi is at (http://\\S+)";

  /** Names a directory of this JVM; the first command creates it. */
  public static ProductData of(String name) {
    return new ProductData(ScratchDirectory.of(name));
  }

  MailSettings settings() {
    return MailSettings.load(null).overridden(directory, null);
  }

  public Path database() {
    return directory.resolve("database");
  }

  /** A command line with the option for this directory. */
  public List<String> command(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--data", directory.toString()));
    return all;
  }

  /** Adds an account with {@link TestUser#PASSWORD}. */
  void addUser(String name) {
    Arashi.Outcome added =
        Arashi.run(TestUser.PASSWORD + "\n", command("user", "add", name, "--password-stdin"));
    assertThat(added.exit()).as(added.toString()).isZero();
  }

  /** Starts {@code arashi run} on a free port. */
  public Arashi.Running run(String... options) {
    List<String> all = command("run", "--port", "0");
    all.addAll(List.of(options));
    return Arashi.start(all);
  }

  /** Process ids of the databases that run here. */
  public List<Long> databases() {
    return Servers.in(database());
  }

  /** Waits until no database runs here: the next command might join one that is about to end. */
  public void awaitDatabasesEnded() {
    Eventually.holds(() -> databases().isEmpty());
  }

  public void delete() {
    awaitDatabasesEnded();
    ScratchDirectory.delete(directory);
  }
}
