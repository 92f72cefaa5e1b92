package arashi.deploy.command;

import arashi.deploy.config.MailSettings;
import arashi.deploy.service.ExitCode;
import arashi.deploy.service.OpenStore;
import arashi.deploy.service.Stoppable;
import arashi.ingest.Intake;
import arashi.ingest.Restorer;
import arashi.ingest.Restorer.Restored;
import arashi.store.Store;
import arashi.store.account.Account;
import arashi.store.mail.ExpungedMail;
import java.io.PrintWriter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import seda.kernel.Clock;

/** {@code arashi user restore}: restores permanently deleted mail to Trash. */
@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    description = {
      "Restores mail that a user has deleted permanently to Trash.",
      "Mail is kept for mail.delivery.restorable, 14 days by default."
    })
final class UserRestoreCommand implements Callable<Integer> {
  private static final int PAGE = 100;

  @Mixin private StoreOptions options;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "NAME")
  private String name;

  @Option(
      names = "--list",
      description =
          "Lists mail that can be restored, newest first: id, time of deletion, bytes,"
              + " sender and subject.")
  private boolean lists;

  @Option(
      names = "--mail",
      paramLabel = "ID",
      description = "Restores only this mail; may be repeated (default: all).")
  private List<Long> mails = List.of();

  @Override
  public Integer call() {
    MailSettings settings = options.settings();
    try (OpenStore open = OpenStore.forCommand(settings, Stoppable.signalOf(spec))) {
      Account account = UserCommand.existing(open.store(), name);
      PrintWriter out = spec.commandLine().getOut();
      if (lists) {
        list(open.store(), account.id(), out);
        return ExitCode.DONE;
      }
      Restorer restorer =
          new Restorer(
              open.store(),
              Intake.of(settings.reading(), Clock.system()),
              settings.mail().front().mails().mailBytes());
      Restored restored =
          mails.isEmpty()
              ? restorer.restore(account.id(), Integer.MAX_VALUE)
              : restorer.restore(account.id(), mails);
      String are = restored.mails() == 1 ? "%,d mail is" : "%,d mails are";
      out.printf(are + " in the Trash of %s again%n", restored.mails(), name);
      if (restored.left() > 0) {
        out.printf("%,d could not be read%n", restored.left());
      }
      out.flush();
      boolean allThere = mails.isEmpty() || restored.mails() == mails.stream().distinct().count();
      return restored.left() == 0 && allThere ? ExitCode.DONE : ExitCode.FAILED;
    }
  }

  /** Replaces control characters, so a mail's text can't control the terminal. */
  private static String printable(String text) {
    return text.replaceAll("[\\p{Cc}\\p{Cf}]", "?");
  }

  /** Prints a line per mail, page by page. */
  private static void list(Store store, long account, PrintWriter out) {
    long before = Long.MAX_VALUE;
    List<ExpungedMail> page = store.mail().expunged().newest(account, before, PAGE);
    while (!page.isEmpty()) {
      for (ExpungedMail mail : page) {
        out.printf(
            "%d  %s  %,d  %s  %s%n",
            mail.message(),
            mail.expungedAt().truncatedTo(ChronoUnit.SECONDS),
            mail.size(),
            printable(mail.from()),
            printable(mail.subject()));
        before = mail.message();
      }
      page = store.mail().expunged().newest(account, before, PAGE);
    }
    out.flush();
  }
}
