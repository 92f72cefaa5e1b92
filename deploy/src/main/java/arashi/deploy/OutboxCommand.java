package arashi.deploy;

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
final class OutboxCommand {
  /** Name of the changer in the list of changes. */
  private static final String BY = "arashi outbox";

  @Spec private CommandSpec spec;

  @Command(
      name = "status",
      mixinStandardHelpOptions = true,
      description = "Prints whether outgoing mail is held.")
  int status(@Mixin StoreOptions options) {
    try (OpenStore open = OpenStore.forCommand(options.settings(), Main.signal(spec))) {
      print(words(open.store().outgoing().holds().read()));
    }
    return Main.DONE;
  }

  @Command(
      name = "hold",
      mixinStandardHelpOptions = true,
      description = "Holds outgoing mail; attempts that have begun are finished.")
  int hold(@Mixin StoreOptions options) {
    try (OpenStore open = OpenStore.forCommand(options.settings(), Main.signal(spec))) {
      Holds holds = open.store().outgoing().holds();
      holds.hold(Cause.OPERATOR, BY);
      print(words(holds.read()));
    }
    return Main.DONE;
  }

  @Command(name = "release", mixinStandardHelpOptions = true, description = "Lets held mail leave.")
  int release(@Mixin StoreOptions options) {
    try (OpenStore open = OpenStore.forCommand(options.settings(), Main.signal(spec))) {
      boolean wasHeld = open.store().outgoing().holds().release(BY);
      print(wasHeld ? "Released: outgoing mail leaves" : "There was no hold: outgoing mail leaves");
    }
    return Main.DONE;
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
