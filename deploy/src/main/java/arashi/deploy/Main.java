package arashi.deploy;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/**
 * The command line. Exit codes: 0 done, 1 failed, 2 wrong usage. What goes wrong is told in one
 * line; its stack goes to the log.
 */
@Command(
    name = "arashi",
    mixinStandardHelpOptions = true,
    version = "Arashi 0.1.0",
    description = "Web mail that keeps its response-time promises under any load.",
    subcommands = {
      RunCommand.class,
      UserCommand.class,
      ImportCommand.class,
      HaboobCommand.class,
      GnutellaCommand.class
    },
    footer = {
      "",
      "Also: arashi bench, which measures; see arashi bench --help.",
      "Start with: arashi run"
    })
public final class Main {
  /** It was done. */
  static final int DONE = 0;

  /** It could not be done. */
  static final int FAILED = 1;

  /** The command line makes no sense. */
  static final int USAGE = 2;

  private Main() {}

  /** Runs one command and exits. */
  public static void main(String[] arguments) {
    System.exit(execute(arguments));
  }

  static int execute(String... arguments) {
    CommandLine line = new CommandLine(new Main());
    line.setExecutionExceptionHandler(Main::failed);
    line.setParameterExceptionHandler(Main::misused);
    if (arguments.length == 0) {
      line.usage(line.getErr());
      return USAGE;
    }
    return line.execute(arguments);
  }

  private static int failed(Exception failure, CommandLine line, CommandLine.ParseResult parsed) {
    String message = Failures.words(failure);
    line.getErr().println("arashi: " + message.lines().findFirst().orElse(message));
    if (!(failure instanceof CommandException)) {
      org.slf4j.LoggerFactory.getLogger(Main.class).debug("command failed", failure);
    }
    return FAILED;
  }

  private static int misused(ParameterException misuse, String[] arguments) {
    PrintWriter err = misuse.getCommandLine().getErr();
    err.println("arashi: " + misuse.getMessage());
    err.println("Try: " + misuse.getCommandLine().getCommandSpec().qualifiedName() + " --help");
    return USAGE;
  }
}
