package benchmarks.delivery;

import benchmarks.corpus.GrowingMail;
import benchmarks.corpus.MboxCycle;
import benchmarks.load.ProcessTree;
import benchmarks.load.Processes;
import benchmarks.report.Benchmark;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Columns;
import benchmarks.report.Figures;
import benchmarks.report.Json;
import benchmarks.report.Progress;
import benchmarks.report.Report;
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
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code arashi bench delivery}: delivers the same mails to each server in turn. */
@Command(name = "delivery", description = "Rate and CPU time of mail by LMTP, beside Dovecot.")
public final class DeliveryCommand extends Benchmark {
  private static final long SEED = 20_261_126;

  /** Warm-up of a server in C. */
  private static final int FIRST_MAILS = 100;

  @Option(names = "--mails", description = "mails of a turn (default: 1000)")
  private int mails = 1000;

  @Option(names = "--rounds", description = "turns of each server (default: 3)")
  private int rounds = 3;

  @Option(names = "--warm-up", description = "mails, at most 100 to Dovecot (default: 2000)")
  private int warmUp = 2000;

  @Option(names = "--clients", description = "connections at once (default: 4)")
  private int clients = 4;

  @Option(names = "--corpus", paramLabel = "DIR", description = "real mail, as of bench store")
  private Path corpus;

  private final AtomicInteger delivered = new AtomicInteger();

  /**
   * One turn of a server.
   *
   * @param seconds to the last acknowledgement
   * @param secondsOfWork until the server is idle, to half a second
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

  private static final Columns<List<Turn>> COLUMNS =
      new Columns<List<Turn>>()
          .column("server", "%s", turns -> turns.get(0).server)
          .column("mails/s, acknowledged", "%,.0f", t -> Figures.median(t, Turn::perSecond))
          .column("lowest", "%,.0f", turns -> Figures.lowest(turns, Turn::perSecond))
          .column("highest", "%,.0f", turns -> Figures.highest(turns, Turn::perSecond))
          .column("mails/s, all work done", "%,.0f", t -> Figures.median(t, Turn::perSecondOfWork))
          .column("CPU ms a mail", "%.2f", turns -> Figures.median(turns, Turn::cpuMillisEach))
          .column("lowest", "%.2f", turns -> Figures.lowest(turns, Turn::cpuMillisEach))
          .column("highest", "%.2f", turns -> Figures.highest(turns, Turn::cpuMillisEach));

  @Override
  protected void run() throws IOException, SQLException {
    BenchmarkException.requireBetween("--mails", mails, 1, 100_000);
    BenchmarkException.requireBetween("--rounds", rounds, 1, 100);
    BenchmarkException.requireBetween("--warm-up", warmUp, 0, 100_000);
    BenchmarkException.requireBetween("--clients", clients, 1, 100);
    List<Path> mboxes = corpus == null ? List.of() : MboxCycle.mboxes(corpus);
    Map<MailServer, List<Turn>> turns = new LinkedHashMap<>();
    try (GrowingMail supply = new GrowingMail(mboxes, SEED)) {
      turns.put(MailServer.arashi(), new ArrayList<>());
      for (boolean fullText : new boolean[] {false, true}) {
        if (MailServer.hasDovecot(fullText)) {
          turns.put(MailServer.dovecot(fullText), new ArrayList<>());
        } else {
          print("skipped: Dovecot%s, which is not installed", fullText ? " with fts-xapian" : "");
        }
      }
      measure(supply, turns);
      report(turns, !mboxes.isEmpty());
    } finally {
      turns.keySet().forEach(MailServer::close);
    }
  }

  private void measure(GrowingMail supply, Map<MailServer, List<Turn>> turns) throws IOException {
    try (Progress progress = new Progress(turns.size() * (rounds + 1))) {
      List<byte[]> some = next(supply, warmUp);
      for (MailServer server : turns.keySet()) {
        progress.step("warm-up: %s", server.title());
        int enough = server.warmsUp() ? warmUp : Math.min(warmUp, FIRST_MAILS);
        deliver(some.subList(0, enough), server);
      }
      for (int round = 1; round <= rounds; round++) {
        some = next(supply, mails);
        for (MailServer server : turns.keySet()) {
          progress.step("round %d: %s", round, server.title());
          turns.get(server).add(turn(some, server));
        }
      }
    }
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

  /** Mails with CRLF at the end of each line. */
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
    Queue<byte[]> rest = new ConcurrentLinkedQueue<>(some);
    Callable<Object> session =
        () -> {
          try (LmtpConnection connection = new LmtpConnection(server.port())) {
            for (byte[] mail = rest.poll(); mail != null; mail = rest.poll()) {
              Optional<String> refusal =
                  connection
                      .deliver(delivered.getAndIncrement(), MailServer.RECIPIENT, mail)
                      .refusal();
              BenchmarkException.require(
                  refusal.isEmpty(), server.title() + " refuses a mail: " + refusal.orElse(""));
            }
            return null;
          }
        };
    long begin = System.nanoTime();
    Processes.together(Collections.nCopies(clients, session));
    return (System.nanoTime() - begin) / 1e9;
  }

  private void report(Map<MailServer, List<Turn>> turns, boolean realMail) throws IOException {
    String versions =
        turns.keySet().stream().map(MailServer::version).collect(Collectors.joining("; "));
    List<Turn> first = turns.values().iterator().next();
    Report report =
        report()
            .measured("%s.", versions)
            .text(
                "Mail: %s, %.1f KB each; medians of %d turns.",
                realMail ? "real" : "generated",
                first.get(0).bytes / 1e3 / first.get(0).mails,
                first.size())
            .command()
            .table(COLUMNS.table(turns.values()));
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
    publish(report, "delivery.md", "Cost of a delivered mail", "");
  }

  private static double ratio(List<Turn> one, List<Turn> other, ToDoubleFunction<Turn> figure) {
    return Figures.median(one, figure) / Figures.median(other, figure);
  }
}
