package arashi.mime;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Locates a corpus of real mail, which is not part of this repository. */
public final class Corpus {
  private Corpus() {}

  /** Returns a folder or file of the corpus; skips the test if there is none. */
  public static Path require(String name) {
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

  /** Returns all files below a folder, sorted. */
  public static List<Path> files(Path folder) {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All files below a folder; without {@code -Darashi.corpus=DIR}, every n-th. */
  public static List<Path> sample(String name, int n) {
    return sample(name, files(require(name)), n);
  }

  /** All items; without {@code -Darashi.corpus=DIR}, every n-th. */
  public static <T> List<T> sample(String what, List<T> all, int n) {
    return isWhole() ? all : everyNth(what, all, n);
  }

  /** Every n-th item; prints what it takes. */
  public static <T> List<T> everyNth(String what, List<T> all, int n) {
    System.out.printf(
        "corpus: every %dth of %d in %s; -Darashi.corpus=DIR takes more%n", n, all.size(), what);
    return IntStream.range(0, all.size()).filter(i -> i % n == 0).mapToObj(all::get).toList();
  }

  /**
   * True if a corpus was given. One that was only found is sampled, because all of it takes
   * minutes.
   */
  public static boolean isWhole() {
    return System.getProperty("arashi.corpus") != null;
  }
}
