package haboob;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks what {@code docs/faults.md} says of the tests of files and pages. */
class FaultsTest {
  private static final Pattern NAMED = Pattern.compile("`(\\w+Test)\\.(\\w+)`");
  private static final List<Path> TESTS =
      List.of(
          Path.of("src/test/java/haboob"),
          Path.of("src/test/java/haboob/cache"),
          Path.of("src/test/java/haboob/http"),
          Path.of("../seda-fileio/src/test/java/seda/fileio"));

  @ParameterizedTest
  @ValueSource(ints = {16, 17})
  void theFaultHasTestsThatExist(int number) throws IOException {
    List<MatchResult> named;
    try (Stream<String> lines = Files.lines(Path.of("../docs/faults.md"))) {
      String row = lines.filter(l -> l.startsWith("| " + number + " |")).findFirst().orElseThrow();
      named = NAMED.matcher(row).results().toList();
    }
    assertThat(named).isNotEmpty().allSatisfy(FaultsTest::assertThatItExists);
  }

  private static void assertThatItExists(MatchResult named) throws IOException {
    for (Path folder : TESTS) {
      Path source = folder.resolve(named.group(1) + ".java");
      if (Files.exists(source)) {
        assertThat(source).content().contains("void " + named.group(2) + "(");
        return;
      }
    }
    throw new AssertionError("no test " + named.group());
  }
}
