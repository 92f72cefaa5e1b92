package benchmarks.delivery;

import benchmarks.report.Progress;
import benchmarks.store.GrowingMail;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gives each server the same mails in turn. Blocks for minutes. */
final class DeliveryBenchmark {
  private static final long SEED = 20_261_126;

  /** Make the files of a server that needs no more to be as quick as it gets. */
  private static final int FIRST_MAILS = 100;

  private final DeliveryPlan plan;
  private final List<MailServer> servers;
  private final Progress progress;
  private final LmtpLoad load;

  DeliveryBenchmark(DeliveryPlan plan, List<MailServer> servers, Progress progress) {
    this.plan = plan;
    this.servers = servers;
    this.progress = progress;
    this.load = new LmtpLoad(plan.clients);
  }

  /** Steps that {@link Progress} will see. */
  static int steps(DeliveryPlan plan, int servers) {
    return servers * (plan.rounds + 1);
  }

  /**
   * Measures it all; the turns of each server, in the order of the servers.
   *
   * @param mboxes real mail; none for made-up mail
   */
  Map<MailServer, List<Turn>> run(List<Path> mboxes) throws IOException {
    Map<MailServer, List<Turn>> turns = new LinkedHashMap<>();
    try (GrowingMail supply = new GrowingMail(mboxes, SEED)) {
      List<byte[]> mails = next(supply, plan.warmUp);
      for (MailServer server : servers) {
        progress.step("warm-up: %s", server.title());
        int enough = server.warmsUp() ? mails.size() : Math.min(mails.size(), FIRST_MAILS);
        load.deliver(mails.subList(0, enough), server);
        turns.put(server, new ArrayList<>());
      }
      for (int round = 1; round <= plan.rounds; round++) {
        mails = next(supply, plan.mails);
        for (MailServer server : servers) {
          progress.step("round %d: %s", round, server.title());
          turns.get(server).add(turn(mails, server));
        }
      }
    }
    return turns;
  }

  private Turn turn(List<byte[]> mails, MailServer server) {
    ProcessTree tree = new ProcessTree(server.processes());
    Duration before = tree.awaitQuiet().cpu();
    long begin = System.nanoTime();
    Duration took = load.deliver(mails, server);
    ProcessTree.Quiet after = tree.awaitQuiet();
    long bytes = mails.stream().mapToLong(mail -> mail.length).sum();
    Duration worked = Duration.ofNanos(after.since() - begin);
    return new Turn(mails.size(), bytes, took, worked, after.cpu().minus(before));
  }

  /** Mails as they go over the wire: their lines end with CRLF. */
  static List<byte[]> next(GrowingMail supply, int count) throws IOException {
    List<byte[]> mails = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      mails.add(withCrlf(supply.one()));
    }
    return mails;
  }

  private static byte[] withCrlf(byte[] mail) {
    ByteArrayOutputStream lines = new ByteArrayOutputStream(mail.length + 500);
    for (byte octet : mail) {
      if (octet == '\n') {
        lines.write('\r');
      }
      if (octet != '\r') {
        lines.write(octet);
      }
    }
    return lines.toByteArray();
  }
}
