package arashi.request.attachment;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.view.PartInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ZipNamesTest {
  private static Collection<String> names(String... names) {
    List<PartInfo> parts = new ArrayList<>();
    for (String name : names) {
      parts.add(new PartInfo(parts.size(), 1, "x/y", "", name, 1, "", "attachment", false));
    }
    return ZipNames.of(parts).values();
  }

  @Test
  void numbersNamesThatAreAlikeEvenWhereCaseDoesNotCount() {
    assertThat(names("a.txt", "A.txt", "a (2).txt", "a.txt", "noext", "noext", ".x", ".x"))
        .containsExactly(
            "a.txt",
            "A (2).txt",
            "a (2) (2).txt",
            "a (3).txt",
            "noext",
            "noext (2)",
            ".x",
            ".x (2)");
  }

  @Test
  void leavesNoWayOutOfTheFolder() {
    assertThat(names("../../etc/passwd", "..", "C:\\boot.ini", "/abs", "", "a\u202egpj.exe"))
        .noneMatch(name -> name.contains("/") || name.contains("\\") || name.contains(":"))
        .doesNotContain("..", "")
        .hasSize(6);
  }

  @Test
  void namesThousandsOfTheSame() {
    String[] same = IntStream.range(0, 5_000).mapToObj(n -> "a.txt").toArray(String[]::new);

    Collection<String> names = names(same);

    assertThat(new HashSet<>(names.stream().map(n -> n.toLowerCase(Locale.ROOT)).toList()))
        .hasSize(5_000);
  }
}
