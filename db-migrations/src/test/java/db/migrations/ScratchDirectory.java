package db.migrations;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Data directories of test servers, in memory where Linux offers it. A schema has about forty
 * files, and creating and dropping them on disk takes most of a test's time. Data in memory
 * survives a killed process. Tests of the disk itself use {@code target}.
 */
public final class ScratchDirectory {
  private static final Path MEMORY = Path.of("/dev/shm");

  /** Required free space in bytes. A server with its data takes about an eighth of it. */
  private static final long ROOM = 1L << 30;

  private ScratchDirectory() {}

  /**
   * Returns the directory of a name, unique to this module and checkout, so that a run finds what a
   * killed run left. The caller deletes it.
   */
  public static Path of(String name) {
    Path target = Path.of("target").toAbsolutePath();
    return isUsable()
        ? MEMORY.resolve("arashi-test-" + Integer.toHexString(target.hashCode()) + "-" + name)
        : target.resolve(name);
  }

  /** False in many containers, where it is small or mounted without execute permission. */
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

  /** Deletes a directory, if it exists. */
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
