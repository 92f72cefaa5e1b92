package haboob.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The open files of this process. */
final class OpenFiles {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private OpenFiles() {}

  /** Returns their real paths; skips the test if the system does not list them. */
  static List<Path> list() throws IOException {
    Assumptions.assumeTrue(Files.isDirectory(DESCRIPTORS), "skipped: no /proc here");
    List<Path> open = new ArrayList<>();
    try (Stream<Path> links = Files.list(DESCRIPTORS)) {
      for (Path link : (Iterable<Path>) links::iterator) {
        readLink(link).ifPresent(open::add);
      }
    }
    return open;
  }

  private static Optional<Path> readLink(Path descriptor) throws IOException {
    try {
      return Optional.of(Files.readSymbolicLink(descriptor));
    } catch (NoSuchFileException e) { // closed since the listing
      return Optional.empty();
    }
  }
}
