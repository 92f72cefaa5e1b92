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
 * A folder for servers and their logs. At the end, also if that is Ctrl-C, it runs tasks that stop
 * its users, the last one first, and deletes itself. All users of the machine may read it.
 */
public final class TemporaryFolder implements AutoCloseable {
  private final Path path;
  private final Deque<Runnable> tasks = new ArrayDeque<>();
  private final Thread hook = new Thread(this::end, "cleanup");

  /** Makes one, for servers that run as a user of their own, too. */
  public TemporaryFolder(String prefix) throws IOException {
    path = Files.createTempDirectory(prefix).toRealPath();
    atEnd(this::delete);
    Runtime.getRuntime().addShutdownHook(hook);
    if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  synchronized void atEnd(Runnable task) {
    tasks.push(task);
  }

  private synchronized void end() {
    while (!tasks.isEmpty()) {
      tasks.pop().run();
    }
  }

  private void delete() {
    try (Stream<Path> files = Files.exists(path) ? Files.walk(path) : Stream.empty()) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      System.err.println("arashi bench: " + path + " is left: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the hooks run already
    }
  }
}
