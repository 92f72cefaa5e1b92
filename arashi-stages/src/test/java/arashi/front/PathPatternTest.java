package arashi.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PathPatternTest {
  @Test
  void takesOneWholeSegmentPerVariable() {
    PathPattern pattern = PathPattern.of("/mail/{folder}/{uid}");
    assertThat(pattern.match(List.of("mail", "3", "42"))).containsExactly("3", "42");
    assertThat(pattern.match(List.of("mail", "a/b", ""))).containsExactly("a/b", "");
  }

  @Test
  void matchesNoOtherPath() {
    PathPattern pattern = PathPattern.of("/mail/{folder}/delete");
    assertThat(pattern.match(List.of("mail", "3"))).isNull();
    assertThat(pattern.match(List.of("mail", "3", "delete", "now"))).isNull();
    assertThat(pattern.match(List.of("mail", "3", "refile"))).isNull();
    assertThat(pattern.match(List.of("MAIL", "3", "delete"))).isNull();
  }

  @Test
  void needsNoVariables() {
    assertThat(PathPattern.of("/login").match(List.of("login"))).isEmpty();
  }
}
