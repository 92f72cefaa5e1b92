package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that the socket and HTTP tests named in {@code docs/faults.md} exist. */
class FaultsTest {
  private static final Path TABLE = Path.of("../docs/faults.md");
  private static final Pattern NAMED = Pattern.compile("`(\\w+(?:Test|Contract))\\.(\\w+)`");

  @Test
  void everyFaultHasATestThatExists() throws IOException {
    List<String> rows =
        Files.readAllLines(TABLE).stream()
            .filter(line -> line.matches("\\| (12|13|14|15) \\|.*"))
            .toList();

    assertThat(rows).hasSize(4);
    for (String row : rows) {
      List<MatchResult> named = NAMED.matcher(row).results().toList();
      assertThat(named).as(row).isNotEmpty();
      assertThat(named)
          .allMatch(
              test ->
                  isTest("seda.netio." + test.group(1), test.group(2))
                      || isTest("seda.netio.http." + test.group(1), test.group(2)));
    }
  }

  private static boolean isTest(String type, String method) {
    try {
      return Arrays.stream(Class.forName(type).getDeclaredMethods())
          .anyMatch(
              declared ->
                  declared.getName().equals(method) && declared.isAnnotationPresent(Test.class));
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
