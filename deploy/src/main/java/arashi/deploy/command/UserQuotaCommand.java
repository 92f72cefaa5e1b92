package arashi.deploy.command;

import arashi.deploy.config.CommandException;
import arashi.deploy.service.ExitCode;
import arashi.deploy.service.OpenStore;
import arashi.deploy.service.Stoppable;
import arashi.store.account.Account;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code arashi user quota}: limit of a user's mail. */
@Command(
    name = "quota",
    mixinStandardHelpOptions = true,
    description = "Sets how much mail a user may have.")
final class UserQuotaCommand implements Callable<Integer> {
  private static final String DEFAULT = "default";

  @Mixin private StoreOptions options;
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "NAME")
  private String name;

  @Parameters(
      index = "1",
      paramLabel = "SIZE",
      description = "like 5GiB; default: the quota of the class, or unlimited")
  private String size;

  @Override
  public Integer call() {
    long bytes = size.equals(DEFAULT) ? 0 : bytes(size);
    try (OpenStore open = OpenStore.forCommand(options.settings(), Stoppable.signalOf(spec))) {
      Account account = UserCommand.existing(open.store(), name);
      open.store().people().accounts().setQuota(account.id(), bytes);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println("The quota of " + name + " is " + (bytes == 0 ? "that of the class" : size));
    out.flush();
    return ExitCode.DONE;
  }

  private static long bytes(String size) {
    try {
      long bytes =
          ConfigFactory.empty()
              .withValue("size", ConfigValueFactory.fromAnyRef(size))
              .getBytes("size");
      if (bytes > 0) {
        return bytes;
      }
    } catch (ConfigException e) {
      throw new CommandException(size + " is not a size; try 5GiB", e);
    }
    throw new CommandException("a quota is at least one byte; try 5GiB, or " + DEFAULT);
  }
}
