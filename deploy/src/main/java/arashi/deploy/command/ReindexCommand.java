package arashi.deploy.command;

import arashi.deploy.service.ExitCode;
import arashi.deploy.service.OpenStore;
import arashi.deploy.service.StopSignal;
import arashi.deploy.service.Stoppable;
import arashi.mime.parse.MailParser;
import arashi.store.Store;
import arashi.store.mail.Remaking;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code arashi reindex}: marks mail for reprocessing by the service. */
@Command(
    name = "reindex",
    mixinStandardHelpOptions = true,
    description = {
      "Reprocesses all mail from its raw bytes, for display and search.",
      "The service does so in the background; if it is stopped, after its next start.",
      "After an upgrade it does so automatically if necessary."
    })
public final class ReindexCommand implements Callable<Integer> {
  private static final Duration LOOK = Duration.ofSeconds(2);

  @Mixin private StoreOptions options;
  @Spec private CommandSpec spec;

  @Option(names = "--user", paramLabel = "NAME", description = "only the mail of this user")
  private String user;

  @Option(
      names = "--wait",
      description = "print the progress until it ends; the service must be running")
  private boolean wait;

  @Override
  public Integer call() throws InterruptedException {
    StopSignal signal = Stoppable.signalOf(spec);
    try (OpenStore open = OpenStore.forCommand(options.settings(), signal)) {
      Store store = open.store();
      OptionalLong account =
          user == null
              ? OptionalLong.empty()
              : OptionalLong.of(UserCommand.existing(store, user).id());
      int accounts = store.upkeep().remaking().mark(account);
      PrintWriter out = spec.commandLine().getOut();
      out.printf(
          accounts == 1
              ? "The mail of %,d user will be re-parsed%n"
              : "The mail of %,d users will be re-parsed%n",
          accounts);
      out.flush();
      while (wait && tell(store, account, out)) {
        signal.pause(LOOK);
      }
      return ExitCode.DONE;
    }
  }

  /** Prints the progress; true if work remains. */
  private static boolean tell(Store store, OptionalLong account, PrintWriter out) {
    Remaking.Left left = store.upkeep().remaking().left(account, MailParser.VERSION);
    if (left.accounts() == 0) {
      out.println("All of it has been re-parsed");
    } else {
      Optional<String> reached = left.reached().map(date -> date.toString().substring(0, 10));
      out.printf(
          "%,d %s left%s%n",
          left.accounts(),
          left.accounts() == 1 ? "user" : "users",
          reached.map(date -> ", one of them back to " + date).orElse(""));
    }
    out.flush();
    return left.accounts() > 0;
  }
}
