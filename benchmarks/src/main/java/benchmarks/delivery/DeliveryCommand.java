package benchmarks.delivery;

import benchmarks.report.OutOption;
import benchmarks.report.Progress;
import benchmarks.report.TypedCommand;
import benchmarks.store.MboxCycle;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code arashi bench delivery}. */
@Command(
    name = "delivery",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Mail by LMTP: rate and CPU time a mail, beside Dovecot if it is installed.")
public final class DeliveryCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private DeliveryPlan plan;
  @Mixin private OutOption out;

  @Override
  public Integer call() throws IOException, SQLException {
    plan.check();
    List<Path> mboxes = plan.corpus == null ? List.of() : MboxCycle.mboxes(plan.corpus);
    PrintWriter print = spec.commandLine().getOut();
    List<MailServer> servers = new ArrayList<>();
    try {
      servers.add(new ArashiServer());
      for (boolean fullText : new boolean[] {false, true}) {
        if (DovecotServer.isThere(fullText)) {
          servers.add(new DovecotServer(fullText));
        } else {
          print.println(
              "skipped: Dovecot" + (fullText ? " with fts-xapian" : "") + ", which is not there");
        }
      }
      measure(mboxes, servers, print);
    } finally {
      servers.forEach(MailServer::close);
    }
    return 0;
  }

  private void measure(List<Path> mboxes, List<MailServer> servers, PrintWriter print)
      throws IOException {
    Map<MailServer, List<Turn>> turns;
    try (Progress progress = new Progress(DeliveryBenchmark.steps(plan, servers.size()))) {
      turns = new DeliveryBenchmark(plan, servers, progress).run(mboxes);
    }
    DeliveryReport report = new DeliveryReport(turns, !mboxes.isEmpty(), TypedCommand.of(spec));
    report.write(out.folder());
    out.announce(print, report.markdown());
  }
}
