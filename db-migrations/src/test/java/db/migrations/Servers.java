package db.migrations;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** The database processes that the system knows, whatever the files say. */
public final class Servers {
  private Servers() {}

  /** Process ids of the database processes of a directory. */
  public static List<Long> in(Path directory) {
    Path dir = directory.toAbsolutePath().normalize();
    try {
      return new ServerFiles(dir)
          .running(new MariaDbInstallation(dir).program()).stream()
              .map(ProcessHandle::pid)
              .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** True if a process has ended; one whose exit code nobody has asked for yet counts as ended. */
  static boolean isGone(ProcessHandle process) {
    return !process.isAlive() || process.info().command().isEmpty();
  }
}
