package gnutella.protocol;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Recorded streams of real servents, stored beside the project and not part of it. */
final class Captures {
  /** One direction of a connection. */
  record Capture(String name, ByteBuffer content) {
    byte[] bytes() {
      byte[] bytes = new byte[content.remaining()];
      content.duplicate().get(bytes);
      return bytes;
    }

    boolean isOfInitiator() {
      return name.contains("initiator");
    }
  }

  private Captures() {}

  /** Returns all captures; skips the test if there are none. */
  static List<Capture> all() throws IOException {
    Path folder = corpus().resolve("gnutella").resolve("captures");
    assumeTrue(Files.isDirectory(folder), () -> "skipped, for there is no corpus: " + folder);
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().map(Captures::read).toList();
    }
  }

  private static Capture read(Path file) {
    try {
      return new Capture(file.getFileName().toString(), ByteBuffer.wrap(Files.readAllBytes(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path corpus() {
    String set = System.getProperty("arashi.corpus");
    if (set != null) {
      return Path.of(set);
    }
    Path root = Path.of("").toAbsolutePath();
    while (root.getParent() != null && !Files.isDirectory(root.resolve(".mvn"))) {
      root = root.getParent();
    }
    return root.resolveSibling("shared").resolve("corpus");
  }
}
