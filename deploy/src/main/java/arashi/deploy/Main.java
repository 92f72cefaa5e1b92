package arashi.deploy;

import arashi.deploy.command.AliasCommand;
import arashi.deploy.command.DomainCommand;
import arashi.deploy.command.GnutellaCommand;
import arashi.deploy.command.HaboobCommand;
import arashi.deploy.command.ImportCommand;
import arashi.deploy.command.OutboxCommand;
import arashi.deploy.command.ReindexCommand;
import arashi.deploy.command.RunCommand;
import arashi.deploy.command.UserCommand;
import arashi.deploy.config.CommandException;
import arashi.deploy.config.Failures;
import arashi.deploy.service.ExitCode;
import arashi.deploy.service.StopSignal;
import arashi.deploy.service.Stoppable;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/**
 * The command line. Exit codes: 0 done, 1 failed, 2 wrong usage, 130 or 143 stopped early by a
 * signal. Failures are printed in one line; the stack trace goes to the log.
 */
@Command(
    name = "arashi",
    mixinStandardHelpOptions = true,
    version = "Arashi 0.1.0",
    description = "Web mail that keeps its response-time promises under any load.",
    subcommands = {
      RunCommand.class,
      UserCommand.class,
      DomainCommand.class,
      AliasCommand.class,
      ImportCommand.class,
      ReindexCommand.class,
      OutboxCommand.class,
      HaboobCommand.class,
      GnutellaCommand.class
    },
    footer = {
      "",
      "Also: arashi bench, which measures; see arashi bench --help.",
      "Start with: arashi run"
    })
public final class Main implements Stoppable {
  private final StopSignal signal;

  private Main(StopSignal signal) {
    this.signal = signal;
  }

  /** Runs one command and exits. */
  public static void main(String[] arguments) {
    StopSignal signal = StopSignal.ofProcess();
    int code = ExitCode.FAILED;
    try {
      code = execute(signal, arguments);
    } finally {
      signal.exit(code); // also after an Error: a signal waits for it
    }
  }

  static int execute(String... arguments) {
    return execute(new StopSignal(), arguments);
  }

  @Override
  public StopSignal signal() {
    return signal;
  }

  private static int execute(StopSignal signal, String... arguments) {
    CommandLine line = new CommandLine(new Main(signal));
    line.setExecutionExceptionHandler(Main::failed);
    line.setParameterExceptionHandler(Main::misused);
    if (arguments.length == 0) {
      line.usage(line.getErr());
      return ExitCode.USAGE;
    }
    return line.execute(arguments);
  }

  private static int failed(Exception failure, CommandLine line, CommandLine.ParseResult parsed) {
    String message = Failures.words(failure);
    line.getErr().println("arashi: " + message.lines().findFirst().orElse(message));
    if (!(failure instanceof CommandException)) {
      org.slf4j.LoggerFactory.getLogger(Main.class).debug("command failed", failure);
    }
    return failure instanceof StopSignal.StoppedException ? ExitCode.STOPPED : ExitCode.FAILED;
  }

  private static int misused(ParameterException misuse, String[] arguments) {
    PrintWriter err = misuse.getCommandLine().getErr();
    err.println("arashi: " + misuse.getMessage());
    err.println("Try: " + misuse.getCommandLine().getCommandSpec().qualifiedName() + " --help");
    return ExitCode.USAGE;
  }
}
