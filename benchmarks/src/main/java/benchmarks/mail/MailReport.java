package benchmarks.mail;

import benchmarks.load.CpuMeter.Cpu;
import benchmarks.load.Sample;
import benchmarks.mail.MailResults.Cell;
import benchmarks.report.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** stub. */
final class MailReport {
  private final MailResults results;

  MailReport(MailResults results, Plan plan) {
    this.results = results;
  }

  void write(Path out) throws IOException {}

  String markdown() {
    StringBuilder text = new StringBuilder();
    for (Mailbox m : results.mailboxes()) {
      text.append(m.size() + " " + m.imported() + " " + m.imported().perSecond() + "\n");
    }
    Table table = new Table("type", "mails", "service", "db", "sum", "load", "p50", "p90", "p99", "rps");
    for (RequestType type : RequestType.values()) {
      for (Mailbox m : results.mailboxes()) {
        List<Sample> s = results.types().get(new Cell(type, m.size()));
        table.row(type.title(), "" + m.size(), us(s, Cpu::service), us(s, Cpu::database), us(s, c -> c.service().plus(c.database())), us(s, Cpu::load),
            f(s, x -> x.millis(50)), f(s, x -> x.millis(90)), f(s, x -> x.millis(99)), f(s, Sample::perSecond));
      }
    }
    for (MailResults.MixResult r : results.mixes()) {
      List<Sample> s = r.rounds();
      table.row("mix " + r.users(), "" + r.size(), us(s, Cpu::service), us(s, Cpu::database), us(s, c -> c.service().plus(c.database())), us(s, Cpu::load),
            f(s, x -> x.millis(50)), f(s, x -> x.millis(90)), f(s, x -> x.millis(99)), f(s, Sample::perSecond) + " gone " + r.gone());
    }
    return text + table.toString();
  }

  private static String us(List<Sample> s, java.util.function.Function<Cpu, java.time.Duration> f) {
    return f(s, x -> x.microsEach(f.apply(x.cpu())));
  }

  private static String f(List<Sample> s, ToDoubleFunction<Sample> f) {
    double[] v = s.stream().mapToDouble(f).sorted().toArray();
    return String.format(Locale.ROOT, "%.1f", v[v.length / 2]);
  }
}
