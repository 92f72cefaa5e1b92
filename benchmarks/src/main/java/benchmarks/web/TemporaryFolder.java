package benchmarks.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder that all users may read, and that is deleted at the end, also if that is Ctrl-C. */
final class TemporaryFolder implements AutoCloseable {
  private final Path path;
  private final Thread hook = new Thread(this::delete, "delete-temporary-folder");

  /** Makes one, for servers that run as a user of their own. */
  TemporaryFolder(String prefix) throws IOException {
    path = Files.createTempDirectory(prefix);
    Runtime.getRuntime().addShutdownHook(hook);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  Path path() {
    return path;
  }

  private void delete() {
    if (!Files.exists(path)) {
      return; // its owner was quicker, at Ctrl-C
    }
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      System.err.println("arashi bench: " + path + " is left: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    delete();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the hooks run already
    }
  }
}
