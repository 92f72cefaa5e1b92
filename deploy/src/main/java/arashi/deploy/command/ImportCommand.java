package arashi.deploy.command;

import arashi.deploy.config.CommandException;
import arashi.deploy.config.MailSettings;
import arashi.deploy.service.ExitCode;
import arashi.deploy.service.OpenStore;
import arashi.deploy.service.StopSignal;
import arashi.deploy.service.Stoppable;
import arashi.ingest.ImportResult;
import arashi.ingest.ImportStoppedException;
import arashi.ingest.Importer;
import arashi.ingest.Intake;
import arashi.ingest.MailSource;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.ReadingLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.term.TermExtractor;
import arashi.store.Store;
import arashi.store.account.Account;
import arashi.store.account.NameTakenException;
import arashi.store.mail.Folder;
import arashi.store.mail.Folders;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import seda.kernel.Clock;

/** {@code arashi import}: imports mail from files, with or without a running service. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    description = {
      "Imports mbox files, Maildirs, .eml, .emlx, and folders and archives of these.",
      "An archive is a .zip, .tar or .gz. Read, starred and answered flags are kept.",
      "Repeated imports add no duplicates: same bytes, same folder, one mail."
    })
public final class ImportCommand implements Callable<Integer> {
  @Mixin private StoreOptions storeOptions;
  @Spec private CommandSpec spec;

  @Option(names = "--user", paramLabel = "NAME", required = true, description = "owner of the mail")
  private String user;

  @Option(
      names = "--folder",
      defaultValue = "INBOX",
      description = "for mail without a folder of its own; created if missing (default: INBOX)")
  private String folder;

  @Parameters(paramLabel = "PATH", arity = "1..*", description = "files and folders")
  private List<Path> paths;

  @Override
  public Integer call() {
    for (Path path : paths) {
      if (!Files.isReadable(path)) {
        throw new CommandException(path + " is not there or can't be read");
      }
    }
    StopSignal signal = Stoppable.signalOf(spec);
    MailSettings settings = storeOptions.settings();
    StoppableSource source = new StoppableSource(MailSource.of(paths, settings.sources()), signal);
    try (OpenStore open = OpenStore.forCommand(settings, signal)) {
      Store store = open.store();
      Account account =
          store
              .people()
              .accounts()
              .byName(user)
              .orElseThrow(() -> new CommandException("there is no user " + user));
      long into = folder(store.mail().folders(), account.id());
      ReadingLimits reading = settings.reading();
      ImportProgress progress =
          new ImportProgress(
              spec.commandLine().getErr(),
              ImportProgress.onTerminal(),
              Clock.system(),
              source.totalBytes());
      long start = System.nanoTime();
      try {
        ImportResult result = run(store, source, account.id(), into, reading, progress);
        summarise(result, Duration.ofNanos(System.nanoTime() - start), progress.reasons());
        if (source.stopped()) {
          throw new StopSignal.StoppedException(
              "stopped by a signal; repeat the import to continue");
        }
        return result.failed() == 0 ? ExitCode.DONE : ExitCode.FAILED;
      } catch (ImportStoppedException e) {
        summarise(e.soFar(), Duration.ofNanos(System.nanoTime() - start), progress.reasons());
        throw new CommandException(e.getMessage() + "; repeat the import to continue", e);
      }
    }
  }

  /** Finds the folder and creates missing parts of its path. */
  private long folder(Folders folders, long account) {
    long parent = Folder.TOP;
    String path = "";
    for (String name : folder.split(Folders.SEPARATOR, -1)) {
      path = path.isEmpty() ? name : path + Folders.SEPARATOR + name;
      long in = parent;
      String wanted = name;
      parent =
          folders
              .byName(account, path)
              .map(Folder::id)
              .orElseGet(() -> create(folders, account, in, wanted));
    }
    return parent;
  }

  private static long create(Folders folders, long account, long parent, String name) {
    try {
      return folders.create(account, parent, name).id();
    } catch (NameTakenException | IllegalArgumentException e) {
      throw new CommandException(e.getMessage(), e);
    }
  }

  private static ImportResult run(
      Store store,
      MailSource source,
      long account,
      long into,
      ReadingLimits reading,
      ImportProgress progress) {
    Clock clock = Clock.system();
    Intake intake =
        new Intake(
            new MailParser(MimeLimits.DEFAULT),
            new TermExtractor(reading.terms()),
            clock,
            reading.budget());
    Importer importer =
        new Importer(store, intake, clock, Runtime.getRuntime().availableProcessors());
    try {
      return importer.run(source, account, into, progress);
    } finally {
      progress.end();
    }
  }

  private void summarise(ImportResult result, Duration took, String reasons) {
    PrintWriter out = spec.commandLine().getOut();
    double seconds = Math.max(took.toMillis(), 1) / 1000.0;
    out.printf(
        "%s in %.1f s (%s): %,d added, %,d there already%n",
        ImportProgress.mails(result.mails()),
        seconds,
        ImportProgress.rate(result.mails() / seconds),
        result.added(),
        result.duplicates());
    if (result.malformed() > 0) {
      out.printf(
          "%,d of those added are malformed: kept unchanged, and shown as far as they can be"
              + " read%n",
          result.malformed());
    }
    if (result.asSource() > 0) {
      out.printf(
          "%,d of those added take too long to read: kept unchanged, and shown as source%n",
          result.asSource());
    }
    if (result.skipped() > 0) {
      String left = result.skipped() == 1 ? "%,d was left out (%s)%n" : "%,d were left out (%s)%n";
      out.printf(left, result.skipped(), reasons);
    }
    if (result.failed() > 0) {
      out.printf("%,d could not be stored%n", result.failed());
    }
    out.flush();
  }
}
