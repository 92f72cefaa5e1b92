package arashi.deploy;

import arashi.ingest.Intake;
import arashi.ingest.Restorer;
import arashi.ingest.Restorer.Restored;
import arashi.store.account.Account;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import seda.kernel.Clock;

/** {@code arashi user restore}: mail that a user has deleted for good, back into Trash. */
@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    description = {
      "Puts mail that a user has deleted for good back into Trash.",
      "Mail is kept for mail.delivery.restorable, 14 days by default."
    })
final class UserRestoreCommand implements Callable<Integer> {
  @Mixin private StoreOptions options;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "NAME")
  private String name;

  @Override
  public Integer call() {
    MailSettings settings = options.settings();
    try (OpenStore open = OpenStore.forCommand(settings, Main.signal(spec))) {
      Account account = UserCommand.existing(open.store(), name);
      Restorer restorer =
          new Restorer(
              open.store(),
              Intake.of(settings.reading(), Clock.system()),
              settings.mail().mails().mailBytes());
      Restored restored = restorer.restore(account.id(), Integer.MAX_VALUE);
      PrintWriter out = spec.commandLine().getOut();
      String mails = restored.mails() == 1 ? "%,d mail is" : "%,d mails are";
      out.printf(mails + " in the Trash of %s again%n", restored.mails(), name);
      if (restored.left() > 0) {
        out.printf("%,d could not be read%n", restored.left());
      }
      out.flush();
      return restored.left() == 0 ? Main.DONE : Main.FAILED;
    }
  }
}
