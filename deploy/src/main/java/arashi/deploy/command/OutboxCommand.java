package arashi.deploy.command;

import arashi.deploy.service.ExitCode;
import arashi.deploy.service.OpenStore;
import arashi.deploy.service.Stoppable;
import arashi.store.outbox.Hold;
import arashi.store.outbox.Hold.Cause;
import arashi.store.outbox.Holds;
import java.io.PrintWriter;
import java.time.temporal.ChronoUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code arashi outbox}: whether mail may leave. */
@Command(
    name = "outbox",
    mixinStandardHelpOptions = true,
    description = {
      "Holds and releases outgoing mail, on all nodes of the database.",
      "A service that was started on a copy of a database holds it by itself."
    },
    synopsisSubcommandLabel = "COMMAND")
public final class OutboxCommand {
  /** Name of the changer in the list of changes. */
  private static final String BY = "arashi outbox";

  @Spec private CommandSpec spec;

  @Command(
      name = "status",
      mixinStandardHelpOptions = true,
      description = "Prints whether outgoing mail is held.")
  int status(@Mixin StoreOptions options) {
    try (OpenStore open = OpenStore.forCommand(options.settings(), Stoppable.signalOf(spec))) {
      print(words(open.store().outgoing().holds().read()));
    }
    return ExitCode.DONE;
  }

  @Command(
      name = "hold",
      mixinStandardHelpOptions = true,
      description = "Holds outgoing mail; attempts that have begun are finished.")
  int hold(@Mixin StoreOptions options) {
    try (OpenStore open = OpenStore.forCommand(options.settings(), Stoppable.signalOf(spec))) {
      Holds holds = open.store().outgoing().holds();
      holds.hold(Cause.OPERATOR, BY);
      print(words(holds.read()));
    }
    return ExitCode.DONE;
  }

  @Command(name = "release", mixinStandardHelpOptions = true, description = "Lets held mail leave.")
  int release(@Mixin StoreOptions options) {
    try (OpenStore open = OpenStore.forCommand(options.settings(), Stoppable.signalOf(spec))) {
      boolean wasHeld = open.store().outgoing().holds().release(BY);
      print(wasHeld ? "Released: outgoing mail leaves" : "There was no hold: outgoing mail leaves");
    }
    return ExitCode.DONE;
  }

  private static String words(Hold hold) {
    if (!hold.isHeld()) {
      return "Outgoing mail leaves";
    }
    String why = hold.cause() == Cause.COPY ? "; the database may be a copy of one in use" : "";
    return "Outgoing mail is held since "
        + hold.changedAt().truncatedTo(ChronoUnit.SECONDS)
        + ", by "
        + hold.host()
        + why;
  }

  private void print(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
