package gnutella;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks what {@code docs/faults.md} says of the router's tests. */
class FaultsTest {
  private static final Path TABLE = Path.of("../docs/faults.md");
  private static final Pattern NAMED = Pattern.compile("`(\\w+Test)\\.(\\w+)`");

  @Test
  void everyPartOfTheFaultHasATestThatExists() throws IOException {
    String text = Files.readString(TABLE);
    String ours = text.substring(text.indexOf("\n## The router\n"));
    List<String> rows = ours.lines().filter(line -> line.startsWith("| 18 |")).toList();

    assertThat(rows).hasSize(4).allSatisfy(row -> assertThat(NAMED.matcher(row).find()).isTrue());
    assertThat(NAMED.matcher(ours).results()).allSatisfy(FaultsTest::assertThatItExists);
  }

  private static void assertThatItExists(MatchResult named) {
    assertThat(List.of("", ".protocol", ".routing"))
        .as(named.group())
        .anyMatch(name -> isTest("gnutella" + name + "." + named.group(1), named.group(2)));
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
