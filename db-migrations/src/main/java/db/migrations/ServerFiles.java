package db.migrations;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** The small files by which processes find an embedded server and log in to it. */
final class ServerFiles {

  private static final int LAST_WORDS = 5;

  private final Path dir;

  ServerFiles(Path dir) {
    this.dir = dir;
  }

  static boolean onWindows() {
    return System.getProperty("os.name").startsWith("Windows");
  }

  /** Creates a directory that is its owner's alone, unless there is one. */
  static Path createPrivately(Path directory) throws IOException {
    Path dir = directory.toAbsolutePath().normalize();
    if (Files.isDirectory(dir) || onWindows()) {
      return Files.createDirectories(dir);
    }
    return Files.createDirectories(dir, permissions("rwx------"));
  }

  private static FileAttribute<?> permissions(String permissions) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
  }

  Path pid() {
    return dir.resolve("server.pid");
  }

  Path log() {
    return dir.resolve("server.log");
  }

  /** Relative to the server's data, for a socket's absolute path may have 107 bytes at most. */
  String socket() {
    return "../server.sock";
  }

  /**
   * The server's process, if it lives. A pid may belong to another program since: it counts only if
   * it runs this very program, which lies in this directory and so serves no other.
   */
  Optional<ProcessHandle> process(Path program) throws IOException {
    String text = read(pid()).orElse("");
    if (!text.matches("\\d{1,10}") || !Files.exists(program)) {
      return Optional.empty();
    }
    String path = program.toRealPath().toString();
    return ProcessHandle.of(Long.parseLong(text))
        .filter(handle -> handle.info().command().filter(path::equals).isPresent());
  }

  int port() throws IOException {
    return Integer.parseInt(read(dir.resolve("server.port")).orElse("0"));
  }

  void writePort(int port) throws IOException {
    writePrivately(dir.resolve("server.port"), Integer.toString(port));
  }

  /** The login's password; made at the first call. */
  String password() throws IOException {
    Path file = dir.resolve("password");
    Optional<String> known = read(file);
    if (known.isPresent()) {
      return known.get();
    }
    byte[] random = new byte[24];
    new SecureRandom().nextBytes(random);
    String password = HexFormat.of().formatHex(random);
    writePrivately(file, password);
    return password;
  }

  /**
   * What the server does before it lets anyone in: the database, its one login, and no other. Done
   * at each start, so that it holds after a first start that was cut short as well.
   */
  Path writeInitialSql(String user) throws IOException {
    String login = "'" + user + "'@'127.0.0.1'";
    String sql =
        """
        CREATE DATABASE IF NOT EXISTS arashi CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
        CREATE USER IF NOT EXISTS %1$s;
        ALTER USER %1$s IDENTIFIED BY '%2$s';
        GRANT ALL PRIVILEGES ON `arashi%%`.* TO %1$s;
        GRANT SHUTDOWN ON *.* TO %1$s;
        ALTER USER IF EXISTS 'root'@'localhost' ACCOUNT LOCK;
        DELETE FROM mysql.global_priv WHERE User = '' OR (User = 'root' AND Host <> 'localhost');
        FLUSH PRIVILEGES;
        """
            .formatted(login, password());
    Path file = initialSql();
    writePrivately(file, sql);
    return file;
  }

  void deleteInitialSql() throws IOException {
    Files.deleteIfExists(initialSql());
  }

  void deleteRunFiles() throws IOException {
    Files.deleteIfExists(pid());
    Files.deleteIfExists(dir.resolve("server.port"));
    deleteInitialSql();
  }

  /** The end of the server's log, on one line. */
  String lastWords() throws IOException {
    if (!Files.exists(log())) {
      return "(nothing)";
    }
    List<String> lines = Files.readAllLines(log());
    return String.join(" | ", lines.subList(Math.max(0, lines.size() - LAST_WORDS), lines.size()));
  }

  private Path initialSql() {
    return dir.resolve("init.sql");
  }

  private static Optional<String> read(Path file) throws IOException {
    try {
      return Optional.of(Files.readString(file).strip());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** Writes so that a reader sees the old file or the new one, and nobody else ever sees either. */
  private static void writePrivately(Path file, String text) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    if (onWindows()) {
      Files.createFile(fresh);
    } else {
      Files.createFile(fresh, permissions("rw-------"));
    }
    Files.writeString(fresh, text);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
