package benchmarks.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class StaticCommandTest {
  private static String help() {
    return new CommandLine(new StaticCommand())
        .setCommandName("arashi bench static")
        .getUsageMessage();
  }

  @Test
  void fitsItsHelpOnAScreen() {
    assertThat(help().lines().count()).isLessThanOrEqualTo(24);
  }

  @Test
  void namesEachPartInItsHelpAndInTheList() {
    for (StaticPart part : StaticPart.values()) {
      String name = part.name().toLowerCase(Locale.ROOT);
      assertThat(help()).contains(name);
      assertThat(StaticPart.lines()).anyMatch(line -> line.startsWith("static --part " + name));
    }
  }
}
