package db.migrations;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** The database processes of the system, independent of pid files. */
public final class Servers {
  private Servers() {}

  /** Returns the process ids of a directory's database processes. */
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

  /** True if a process has ended; a zombie counts as ended. */
  static boolean isGone(ProcessHandle process) {
    return !process.isAlive() || process.info().command().isEmpty();
  }
}
