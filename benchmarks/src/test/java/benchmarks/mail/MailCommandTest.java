package benchmarks.mail;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MailCommandTest {

  @Test
  void typesAreMeasuredInTheirOwnOrderHoweverTheyAreNamed() {
    assertThat(typesOf("--types=REFILE,RAW", "--types", "LIST"))
        .containsExactly(MeasuredRequest.LIST, MeasuredRequest.RAW, MeasuredRequest.REFILE);
  }

  @Test
  void allTypesAreMeasuredIfNoneIsNamed() {
    assertThat(typesOf()).containsExactly(MeasuredRequest.values());
  }

  private static Iterable<MeasuredRequest> typesOf(String... arguments) {
    MailCommand command = new MailCommand();
    new CommandLine(command).parseArgs(arguments);
    return command.types;
  }
}
