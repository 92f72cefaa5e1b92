package arashi.deploy;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Finds real mail to test with, which is not part of this repository. */
final class Corpus {
  private Corpus() {}

  /** A folder or file of the corpus; the test is skipped when there is none. */
  static Path require(String name) {
    String set = System.getProperty("arashi.corpus");
    Path corpus = set != null ? Path.of(set) : beside();
    Path found = corpus.resolve(name);
    assumeTrue(Files.exists(found), "skipped: no corpus at " + found);
    return found;
  }

  private static Path beside() {
    Path at = Path.of("").toAbsolutePath();
    while (at.getParent() != null && !Files.isDirectory(at.resolve(".mvn"))) {
      at = at.getParent();
    }
    return at.resolveSibling("shared").resolve("corpus");
  }

  /** All files below a folder, sorted. */
  static List<Path> files(Path folder) {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All files below a folder, or of a run without {@code -Darashi.corpus=DIR} every n-th. */
  static List<Path> sample(String name, int n) {
    return sample(name, files(require(name)), n);
  }

  /** The same of anything else, and says so. */
  static <T> List<T> sample(String what, List<T> all, int n) {
    if (isWhole()) {
      return all;
    }
    System.out.printf(
        "corpus: every %dth of %d in %s; -Darashi.corpus=DIR takes all%n", n, all.size(), what);
    return IntStream.range(0, all.size()).filter(i -> i % n == 0).mapToObj(all::get).toList();
  }

  /** True if a corpus is given; one that is only found is sampled, for all of it takes minutes. */
  static boolean isWhole() {
    return System.getProperty("arashi.corpus") != null;
  }
}
