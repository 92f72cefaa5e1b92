package benchmarks.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules of SPECweb99. */
class FileSetTest {
  @TempDir Path root;

  @Test
  void aDirectoryHasTheBytesOfTheRules() {
    assertThat(new FileSet(root, 1).bytes()).isEqualTo(5_119_484);
    assertThat(FileSet.size(0, 0)).isEqualTo(102);
    assertThat(FileSet.size(3, 8)).isEqualTo(921_600);
  }

  @Test
  void writesEveryFileThatItDraws() throws Exception {
    FileSet files = new FileSet(root, 2).write();
    try (Stream<Path> all = Files.walk(root)) {
      long bytes = all.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
      assertThat(bytes).isEqualTo(files.bytes() + FileSet.PAGE_BYTES);
    }
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 1000; i++) {
      assertThat(root.resolve(files.draw(random).substring(1))).exists();
    }
    Path page = root.resolve(FileSet.PAGE.substring(1));
    Object before = Files.getLastModifiedTime(page);
    files.write();
    assertThat(Files.getLastModifiedTime(page)).as("kept").isEqualTo(before);
  }

  @Test
  void drawsByTheShares() {
    FileSet files = new FileSet(root, 100);
    SplittableRandom random = new SplittableRandom(1);
    Map<String, Integer> directories = new HashMap<>();
    Map<String, Integer> classes = new HashMap<>();
    Map<String, Integer> fourth = new HashMap<>();
    int draws = 200_000;
    for (int i = 0; i < draws; i++) {
      String path = files.draw(random);
      directories.merge(path.substring(0, path.lastIndexOf('/')), 1, Integer::sum);
      classes.merge(
          path.substring(path.lastIndexOf('/') + 1, path.lastIndexOf('_')), 1, Integer::sum);
      fourth.merge(path.substring(path.lastIndexOf('_') + 1), 1, Integer::sum);
    }
    assertThat(classes.get("class0") / (double) draws).isCloseTo(0.35, within(0.01));
    assertThat(classes.get("class1") / (double) draws).isCloseTo(0.50, within(0.01));
    assertThat(classes.get("class2") / (double) draws).isCloseTo(0.14, within(0.01));
    assertThat(classes.get("class3") / (double) draws).isCloseTo(0.01, within(0.005));
    assertThat(directories.get("/dir00000") / (double) directories.get("/dir00001"))
        .isCloseTo(2, within(0.1));
    assertThat(directories).hasSize(100);
    assertThat(fourth.get("4") / (double) fourth.get("0")).isCloseTo(9, within(0.5));
  }
}
