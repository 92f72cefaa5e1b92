package db.migrations;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

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

  /** A file that holds nothing. */
  static Path nothing() {
    return Path.of(onWindows() ? "NUL" : "/dev/null");
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
   * All processes that run a program: the server, one that an earlier owner left, or one that makes
   * the first data. The program lies in this directory, so no other directory's processes run it.
   */
  List<ProcessHandle> running(Path program) throws IOException {
    if (!Files.exists(program)) {
      return List.of();
    }
    String path = program.toRealPath().toString();
    return ProcessHandle.allProcesses().filter(handle -> runs(handle, path)).toList();
  }

  private static boolean runs(ProcessHandle handle, String path) {
    return handle.info().command().filter(path::equals).isPresent();
  }

  /**
   * The server's process, if it lives and has written its process id. A pid may belong to another
   * program since: it counts only if it runs this very program, which lies in this directory and so
   * serves no other.
   */
  Optional<ProcessHandle> process(Path program) throws IOException {
    String text = read(pid()).orElse("");
    if (!text.matches("\\d{1,10}") || !Files.exists(program)) {
      return Optional.empty();
    }
    String path = program.toRealPath().toString();
    return ProcessHandle.of(Long.parseLong(text)).filter(handle -> runs(handle, path));
  }

  /** The server's port; empty if there is no server, or it stops. */
  OptionalInt port() throws IOException {
    Optional<String> text = read(portFile());
    return text.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(text.get()));
  }

  void writePort(int port) throws IOException {
    writePrivately(portFile(), Integer.toString(port));
  }

  void deletePort() throws IOException {
    Files.deleteIfExists(portFile());
  }

  private Path portFile() {
    return dir.resolve("server.port");
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
    deletePort();
    deleteInitialSql();
  }

  /** Keeps the log of the run before, which says why that ended. */
  void rotateLog() throws IOException {
    if (Files.exists(log())) {
      Path before = log().resolveSibling(log().getFileName() + ".old");
      Files.move(log(), before, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** The end of the server's log, on one line. */
  String lastWords() {
    try (Stream<String> lines = Files.lines(log(), StandardCharsets.ISO_8859_1)) {
      Deque<String> last = new ArrayDeque<>();
      lines.forEach(
          line -> {
            last.add(line);
            if (last.size() > LAST_WORDS) {
              last.removeFirst();
            }
          });
      return String.join(" | ", last);
    } catch (IOException | UncheckedIOException e) {
      return "(nothing)";
    }
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
