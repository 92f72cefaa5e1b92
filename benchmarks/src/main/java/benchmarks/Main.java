package benchmarks;

import benchmarks.delivery.DeliveryCommand;
import benchmarks.gnutella.GnutellaCommand;
import benchmarks.kernel.KernelCommand;
import benchmarks.live.JobsCommand;
import benchmarks.live.LiveCommand;
import benchmarks.mail.MailCommand;
import benchmarks.mail.StoreCommand;
import benchmarks.report.BenchmarkException;
import benchmarks.simulation.ControllersCommand;
import benchmarks.sockets.SocketsCommand;
import benchmarks.targets.FigureCommand;
import benchmarks.threads.ThreadsCommand;
import benchmarks.users.LoadCommand;
import benchmarks.web.FilesCommand;
import benchmarks.web.StaticCommand;
import benchmarks.web.StaticPart;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code arashi bench}, with a sub-command for each benchmark. Exit codes: 1 failed, 2 usage. */
@Command(
    name = "arashi bench",
    mixinStandardHelpOptions = true,
    description = "Measures the product, in a process of its own, and the kernel.",
    subcommands = {
      MailCommand.class,
      StoreCommand.class,
      DeliveryCommand.class,
      KernelCommand.class,
      GnutellaCommand.class,
      LoadCommand.class,
      LiveCommand.class,
      JobsCommand.class,
      FigureCommand.class,
      ControllersCommand.class,
      StaticCommand.class,
      FilesCommand.class,
      SocketsCommand.class,
      ThreadsCommand.class
    })
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  @Option(names = "--list", description = "lists benchmarks, their parts, and figures")
  private boolean list;

  private Main() {}

  /** Runs one benchmark and exits. */
  public static void main(String[] arguments) {
    CommandLine line = new CommandLine(new Main());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler(Main::failed);
    line.setParameterExceptionHandler(Main::misused);
    System.exit(line.execute(arguments));
  }

  @Override
  public void run() {
    if (!list) {
      throw new ParameterException(spec.commandLine(), "a benchmark is required; see --list");
    }
    PrintWriter out = spec.commandLine().getOut();
    spec.subcommands()
        .forEach(
            (name, benchmark) ->
                out.printf(
                    "%-10s %s%n",
                    name, benchmark.getCommandSpec().usageMessage().description()[0]));
    StaticPart.lines().forEach(out::println);
    FigureCommand.lines().forEach(out::println);
    out.flush();
  }

  private static int failed(Exception failure, CommandLine line, CommandLine.ParseResult parsed) {
    if (failure instanceof BenchmarkException
        || failure instanceof IOException
        || failure instanceof SQLException) {
      line.getErr().println("arashi bench: " + failure.getMessage());
    } else {
      failure.printStackTrace(line.getErr());
    }
    return ExitCode.SOFTWARE;
  }

  private static int misused(ParameterException misuse, String[] arguments) {
    PrintWriter err = misuse.getCommandLine().getErr();
    err.println("arashi bench: " + misuse.getMessage());
    err.println("Try: " + misuse.getCommandLine().getCommandSpec().qualifiedName() + " --help");
    return ExitCode.USAGE;
  }
}
