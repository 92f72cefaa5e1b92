package benchmarks.mail;

import benchmarks.report.BarChart;
import benchmarks.report.LineChart;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The plots of the results. */
final class MailPlots {
  /** CPU time that a request of the mix may use, in microseconds. */
  private static final double GOAL = 900;

  /** Mails of the mailboxes that are compared with other services' figures. */
  private static final List<Integer> COMPARED = List.of(100, 13_000);

  private static final List<MeasuredRequest> OVER_SIZE =
      List.of(
          MeasuredRequest.LIST,
          MeasuredRequest.LIST_DEEP,
          MeasuredRequest.LIST_BY_SENDER,
          MeasuredRequest.SHOW_PLAIN,
          MeasuredRequest.SEARCH_COMMON,
          MeasuredRequest.SEARCH_RARE,
          MeasuredRequest.SEARCH_TWO);

  private final MailResults results;

  MailPlots(MailResults results) {
    this.results = results;
  }

  /** Pictures by file name. */
  Map<String, String> svg() {
    Map<String, String> plots = new LinkedHashMap<>();
    plots.put("mail-import.svg", imports());
    plots.put("mail-cpu.svg", cpu());
    plots.put("mail-time.svg", times());
    return plots;
  }

  private List<Double> sizes() {
    return each(Mailbox::size);
  }

  private List<Double> each(ToDoubleFunction<Mailbox> value) {
    return results.mailboxes().stream().mapToDouble(value).boxed().toList();
  }

  private String imports() {
    LineChart chart = new LineChart("Import rate", "mails imported", "mails/s");
    chart.line("arashi import", sizes(), each(m -> m.imported().perSecond()));
    return chart.svg();
  }

  private String times() {
    LineChart chart =
        new LineChart("Median response time and mailbox size", "mails in the folder", "ms");
    for (MeasuredRequest type : OVER_SIZE) {
      if (results.measured().contains(type)) {
        chart.line(type.title(), sizes(), each(m -> results.of(type, m).p50()));
      }
    }
    return chart.svg();
  }

  /** Without login: its password hash is meant to be slow, and would dwarf the others. */
  private String cpu() {
    BarChart chart =
        new BarChart("CPU time of a request", "µs a request", List.of("service", "database"));
    chart.goal(GOAL);
    for (MeasuredRequest type : results.measured()) {
      if (type == MeasuredRequest.LOGIN) {
        continue;
      }
      for (Mailbox mailbox : compared()) {
        Statistics s = results.of(type, mailbox);
        chart.bar(
            type.title(),
            String.format(Locale.ROOT, "%,d", mailbox.size()),
            s.serviceMicros(),
            s.databaseMicros());
      }
    }
    return chart.svg();
  }

  private List<Mailbox> compared() {
    List<Mailbox> compared =
        results.mailboxes().stream().filter(m -> COMPARED.contains(m.size())).toList();
    return compared.isEmpty() ? results.mailboxes() : compared;
  }
}
