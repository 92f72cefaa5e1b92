package benchmarks.kernel;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Context switches of some threads of this process, as Linux counts them.
 *
 * @param voluntary a thread waited
 * @param involuntary a thread that had more to do had to make room
 */
record ContextSwitches(long voluntary, long involuntary) {
  private static final Path THREADS = Path.of("/proc/self/task");

  /** True if the system counts them for us. */
  static boolean areCounted() {
    return Files.isDirectory(THREADS);
  }

  /** Of the threads that live and whose name begins so. */
  static ContextSwitches of(String prefix) throws IOException {
    ContextSwitches sum = new ContextSwitches(0, 0);
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
      for (Path thread : threads) {
        sum = sum.plus(read(thread, prefix));
      }
    }
    return sum;
  }

  private static ContextSwitches read(Path thread, String prefix) throws IOException {
    long voluntary = 0;
    long involuntary = 0;
    try {
      if (Files.readString(thread.resolve("comm")).startsWith(prefix)) {
        for (String line : Files.readAllLines(thread.resolve("status"))) {
          voluntary += value(line, "voluntary_ctxt_switches:");
          involuntary += value(line, "nonvoluntary_ctxt_switches:");
        }
      }
    } catch (NoSuchFileException ended) {
      // a thread that ended while we looked
    }
    return new ContextSwitches(voluntary, involuntary);
  }

  private static long value(String line, String name) {
    return line.startsWith(name) ? Long.parseLong(line.substring(name.length()).strip()) : 0;
  }

  long all() {
    return voluntary + involuntary;
  }

  ContextSwitches since(ContextSwitches earlier) {
    return new ContextSwitches(voluntary - earlier.voluntary, involuntary - earlier.involuntary);
  }

  private ContextSwitches plus(ContextSwitches other) {
    return new ContextSwitches(voluntary + other.voluntary, involuntary + other.involuntary);
  }
}
