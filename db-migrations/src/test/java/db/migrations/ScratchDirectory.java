package db.migrations;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Directories for the data of a test's own server. They are in memory where Linux offers that: a
 * schema is some forty files, and a disk takes most of the time of each that is made or dropped. A
 * process that is killed loses nothing by it. Tests of what a disk does stay under {@code target}.
 */
public final class ScratchDirectory {
  private static final Path MEMORY = Path.of("/dev/shm");

  /** A server and its data take an eighth of it. */
  private static final long ROOM = 1L << 30;

  private ScratchDirectory() {}

  /**
   * The directory of a name, which no other module and no other checkout uses: a run finds again
   * what an earlier one left because it was killed. Who asks for it deletes it.
   */
  public static Path of(String name) {
    Path target = Path.of("target").toAbsolutePath();
    return isUsable()
        ? MEMORY.resolve("arashi-test-" + Integer.toHexString(target.hashCode()) + "-" + name)
        : target.resolve(name);
  }

  /** In containers, the file system is small, or no program may be run from it. */
  private static boolean isUsable() {
    try {
      List<String> mounts = Files.readAllLines(Path.of("/proc/mounts"));
      return mounts.stream().anyMatch(m -> m.contains(" /dev/shm tmpfs ") && !m.contains("noexec"))
          && Files.isWritable(MEMORY)
          && Files.getFileStore(MEMORY).getUsableSpace() >= ROOM;
    } catch (IOException e) {
      return false; // not Linux
    }
  }

  /** Deletes a directory that may not be there, once nothing uses it. */
  public static void delete(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
