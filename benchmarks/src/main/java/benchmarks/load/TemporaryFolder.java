package benchmarks.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder that is deleted at the end, also if that is Ctrl-C. All users may read it. */
public final class TemporaryFolder implements AutoCloseable {
  private final Path path;
  private final Cleanup cleanup;

  /** Makes one, for servers that run as a user of their own, too. */
  public TemporaryFolder(String prefix) throws IOException {
    path = Files.createTempDirectory(prefix).toRealPath();
    cleanup = new Cleanup(this::delete);
    if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  /** Where it is. */
  public Path path() {
    return path;
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
    cleanup.close();
  }
}
