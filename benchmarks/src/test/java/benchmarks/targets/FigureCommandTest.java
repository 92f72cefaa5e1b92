package benchmarks.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import benchmarks.report.BenchmarkException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class FigureCommandTest {
  @Test
  void refusesAnUnknownFigureAndNamesTheOthers() {
    FigureCommand command = new FigureCommand();
    new CommandLine(command).parseArgs("sosp-7");
    assertThatThrownBy(command::call)
        .isInstanceOf(BenchmarkException.class)
        .hasMessageContaining("sosp-7")
        .hasMessageContaining("sosp-8, sosp-9, sosp-14, matrix-ours");
  }

  @Test
  void listsFiguresOfTheKernelAndOfTheService() {
    assertThat(FigureCommand.lines())
        .anyMatch(line -> line.startsWith("figure sosp-8 "))
        .anyMatch(line -> line.startsWith("figure slow-database "));
  }
}
