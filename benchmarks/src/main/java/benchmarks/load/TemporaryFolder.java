package benchmarks.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.stream.Stream;

/**
 * A folder for servers and their logs, which every user of the machine may read. Closing it, or the
 * end of this process, runs registered tasks, the last one first, and deletes the folder.
 */
public final class TemporaryFolder implements AutoCloseable {
  private final Path path;
  private final Deque<Runnable> tasks = new ArrayDeque<>();
  private final Thread hook = new Thread(this::end, "cleanup");

  /** Creates the folder with a name prefix. */
  public TemporaryFolder(String prefix) throws IOException {
    path = Files.createTempDirectory(prefix).toRealPath();
    atEnd(this::delete);
    Runtime.getRuntime().addShutdownHook(hook);
    if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  /** Path of the folder. */
  public Path path() {
    return path;
  }

  /** Registers a task that stops a user of the folder. */
  synchronized void atEnd(Runnable task) {
    tasks.push(task);
  }

  private synchronized void end() {
    if (!tasks.isEmpty()) {
      try {
        tasks.pop().run();
      } finally {
        end(); // a task's failure must not keep the folder
      }
    }
  }

  private void delete() {
    try (Stream<Path> files = Files.exists(path) ? Files.walk(path) : Stream.empty()) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      System.err.println("arashi bench: " + path + " remains: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the hooks are already running
    }
  }
}
