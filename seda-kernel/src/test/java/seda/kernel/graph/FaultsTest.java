package seda.kernel.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Checks that the tests named in {@code docs/faults.md} exist. */
class FaultsTest {
  private static final Path TABLE = Path.of("../docs/faults.md");
  private static final Pattern NAMED = Pattern.compile("`(\\w+(?:Test|Contract))\\.(\\w+)`");
  private static final List<String> PACKAGES =
      List.of(".admission", ".config", ".control", ".export", ".graph", ".runtime");

  @Test
  void everyFaultHasATestThatExists() throws IOException {
    String ofTheKernel = Files.readString(TABLE).split("\n## ", 2)[0];
    List<String> rows = ofTheKernel.lines().filter(line -> line.matches("\\| \\d+ \\|.*")).toList();

    assertThat(rows).hasSize(11);
    IntStream.range(0, rows.size())
        .forEach(
            i -> {
              assertThat(rows.get(i)).startsWith("| " + (i + 1) + " |");
              assertThat(named(rows.get(i))).as(rows.get(i)).isNotEmpty();
            });
    assertThat(named(ofTheKernel)).allSatisfy(FaultsTest::assertThatItExists);
  }

  private static List<MatchResult> named(String text) {
    return NAMED.matcher(text).results().toList();
  }

  private static void assertThatItExists(MatchResult named) {
    assertThat(PACKAGES)
        .as(named.group())
        .anyMatch(name -> isTest("seda.kernel" + name + "." + named.group(1), named.group(2)));
  }

  private static boolean isTest(String type, String method) {
    try {
      return Arrays.stream(Class.forName(type).getDeclaredMethods())
          .anyMatch(
              declared ->
                  declared.getName().equals(method)
                      && (declared.isAnnotationPresent(Test.class)
                          || declared.isAnnotationPresent(ParameterizedTest.class)));
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
