package benchmarks.delivery;

import benchmarks.corpus.GrowingMail;
import benchmarks.corpus.MboxCycle;
import benchmarks.load.ProcessTree;
import benchmarks.load.Processes;
import benchmarks.report.Benchmark;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Figures;
import benchmarks.report.Json;
import benchmarks.report.Progress;
import benchmarks.report.Report;
import benchmarks.report.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code arashi bench delivery}: gives each server the same mails in turn. */
@Command(
    name = "delivery",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Mail by LMTP: rate and CPU time a mail, beside Dovecot if it is installed.")
public final class DeliveryCommand extends Benchmark {
  private static final long SEED = 20_261_126;

  /** Enough for a server that needs no warm-up. */
  private static final int FIRST_MAILS = 100;

  @Option(names = "--mails", description = "mails of a turn (default: 1000)")
  private int mails = 1000;

  @Option(names = "--rounds", description = "turns of each server (default: 3)")
  private int rounds = 3;

  @Option(
      names = "--warm-up",
      description =
          "mails to Arashi before any is measured, for Java is slow at first (default: 2000); to"
              + " Dovecot a hundred")
  private int warmUp = 2000;

  @Option(names = "--clients", description = "connections that deliver at once (default: 4)")
  private int clients = 4;

  @Option(
      names = "--corpus",
      paramLabel = "DIR",
      description = "real mail instead of made-up mail, as for the benchmark of the store")
  private Path corpus;

  private final AtomicInteger senders = new AtomicInteger();

  /**
   * One turn of a server.
   *
   * @param seconds until the last mail was acknowledged
   * @param secondsOfWork until the server was idle, to half a second
   */
  private record Turn(
      String server,
      int mails,
      long bytes,
      double seconds,
      double secondsOfWork,
      double cpuMillisEach) {
    double perSecond() {
      return mails / seconds;
    }

    double perSecondOfWork() {
      return mails / secondsOfWork;
    }
  }

  @Override
  protected void run() throws IOException, SQLException {
    BenchmarkException.requireBetween("--mails", mails, 1, 100_000);
    BenchmarkException.requireBetween("--rounds", rounds, 1, 100);
    BenchmarkException.requireBetween("--warm-up", warmUp, 0, 100_000);
    BenchmarkException.requireBetween("--clients", clients, 1, 100);
    List<Path> mboxes = corpus == null ? List.of() : MboxCycle.mboxes(corpus);
    List<MailServer> servers = new ArrayList<>();
    try {
      servers.add(MailServer.arashi());
      for (boolean fullText : new boolean[] {false, true}) {
        if (MailServer.hasDovecot(fullText)) {
          servers.add(MailServer.dovecot(fullText));
        } else {
          print("skipped: Dovecot%s, which is not there", fullText ? " with fts-xapian" : "");
        }
      }
      report(measure(mboxes, servers), !mboxes.isEmpty());
    } finally {
      servers.forEach(MailServer::close);
    }
  }

  private Map<MailServer, List<Turn>> measure(List<Path> mboxes, List<MailServer> servers)
      throws IOException {
    Map<MailServer, List<Turn>> turns = new LinkedHashMap<>();
    try (Progress progress = new Progress(servers.size() * (rounds + 1));
        GrowingMail supply = new GrowingMail(mboxes, SEED)) {
      List<byte[]> some = next(supply, warmUp);
      for (MailServer server : servers) {
        progress.step("warm-up: %s", server.title());
        int enough = server.warmsUp() ? some.size() : Math.min(some.size(), FIRST_MAILS);
        deliver(some.subList(0, enough), server);
        turns.put(server, new ArrayList<>());
      }
      for (int round = 1; round <= rounds; round++) {
        some = next(supply, mails);
        for (MailServer server : servers) {
          progress.step("round %d: %s", round, server.title());
          turns.get(server).add(turn(some, server));
        }
      }
    }
    return turns;
  }

  private Turn turn(List<byte[]> some, MailServer server) {
    ProcessTree tree = new ProcessTree(server.processes());
    Duration before = tree.awaitQuiet().cpu();
    long begin = System.nanoTime();
    double seconds = deliver(some, server);
    ProcessTree.Quiet after = tree.awaitQuiet();
    return new Turn(
        server.title(),
        some.size(),
        some.stream().mapToLong(mail -> mail.length).sum(),
        seconds,
        (after.since() - begin) / 1e9,
        after.cpu().minus(before).toNanos() / 1e6 / some.size());
  }

  /** Mails whose lines end with CRLF. */
  static List<byte[]> next(GrowingMail supply, int count) throws IOException {
    List<byte[]> next = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String mail = new String(supply.one(), StandardCharsets.ISO_8859_1);
      String lines = mail.replace("\r", "").replace("\n", "\r\n");
      next.add(lines.getBytes(StandardCharsets.ISO_8859_1));
    }
    return next;
  }

  /** Delivers each mail once; returns the seconds from the first connection to the last answer. */
  private double deliver(List<byte[]> some, MailServer server) {
    AtomicInteger next = new AtomicInteger();
    Callable<Object> session = () -> session(some, next, server);
    long begin = System.nanoTime();
    Processes.together(Collections.nCopies(clients, session));
    return (System.nanoTime() - begin) / 1e9;
  }

  /** Each mail has a sender of its own, so that none is a retry of another. */
  private Object session(List<byte[]> some, AtomicInteger next, MailServer server)
      throws IOException {
    try (LmtpConnection connection = new LmtpConnection(server.port())) {
      for (int n = next.getAndIncrement(); n < some.size(); n = next.getAndIncrement()) {
        String sender = "s" + senders.getAndIncrement() + "@example.net";
        Optional<String> refusal = connection.deliver(sender, MailServer.RECIPIENT, some.get(n));
        if (refusal.isPresent()) {
          throw new IOException(server.title() + " refuses a mail: " + refusal.get());
        }
      }
      return null;
    }
  }

  private void report(Map<MailServer, List<Turn>> turns, boolean realMail) throws IOException {
    Table table =
        new Table(
            "server | mails/s, acknowledged | lowest | highest | mails/s, all work done"
                + " | CPU ms a mail | lowest | highest");
    turns.forEach(
        (server, all) ->
            table.row(
                "%s | %,.0f | %,.0f | %,.0f | %,.0f | %.2f | %.2f | %.2f",
                server.title(),
                Figures.median(all, Turn::perSecond),
                Figures.lowest(all, Turn::perSecond),
                Figures.highest(all, Turn::perSecond),
                Figures.median(all, Turn::perSecondOfWork),
                Figures.median(all, Turn::cpuMillisEach),
                Figures.lowest(all, Turn::cpuMillisEach),
                Figures.highest(all, Turn::cpuMillisEach)));
    String versions =
        turns.keySet().stream().map(MailServer::version).collect(Collectors.joining("; "));
    List<Turn> first = turns.values().iterator().next();
    Report report =
        report()
            .measured("%s.", versions)
            .text(
                "Mail: %s, %.1f KB each; medians of %d turns.",
                realMail ? "real" : "made up",
                first.get(0).bytes / 1e3 / first.get(0).mails,
                first.size())
            .command()
            .table(table);
    for (List<Turn> other : turns.values().stream().skip(1).toList()) {
      report.text(
          "Beside %s, Arashi acknowledges %.2f times as fast, is done with all work %.2f"
              + " times as fast, and takes %.2f times the CPU time.",
          other.get(0).server,
          ratio(first, other, Turn::perSecond),
          ratio(first, other, Turn::perSecondOfWork),
          ratio(first, other, Turn::cpuMillisEach));
    }
    List<Turn> all = turns.values().stream().flatMap(List::stream).toList();
    report.json(
        "delivery-results.json", Json.map("servers", versions, "realMail", realMail, "turns", all));
    publish(report, "delivery.md", "What a mail costs that is delivered", "");
  }

  private static double ratio(List<Turn> one, List<Turn> other, ToDoubleFunction<Turn> figure) {
    return Figures.median(one, figure) / Figures.median(other, figure);
  }
}
