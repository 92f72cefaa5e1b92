package benchmarks.mail;

import benchmarks.load.CpuMeter.Cpu;
import benchmarks.load.Sample;
import benchmarks.report.Columns;
import benchmarks.report.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Medians of rounds; CPU times are of one request. */
record Medians(List<Sample> rounds) {
  static final Columns<Medians> COLUMNS =
      new Columns<Medians>()
          .key("requests", all -> all.rounds.stream().mapToLong(Sample::requests).sum())
          .add("service µs", "%,.0f", "serviceCpuMicros", all -> all.micros(Cpu::service))
          .add("database µs", "%,.0f", "databaseCpuMicros", all -> all.micros(Cpu::database))
          .column("together µs", "%,.0f", Medians::micros)
          .add("load µs", "%,.0f", "loadCpuMicros", all -> all.micros(Cpu::load))
          .add("p50 ms", "%.1f", "p50Millis", all -> all.millis(50))
          .add("p90 ms", "%.1f", "p90Millis", all -> all.millis(90))
          .add("p99 ms", "%.1f", "p99Millis", all -> all.millis(99))
          .add("requests/s", "%,.0f", "requestsPerSecond", Medians::perSecond);

  Medians() {
    this(new ArrayList<>());
  }

  double micros(Function<Cpu, Duration> side) {
    return Figures.median(rounds, round -> round.microsEach(side.apply(round.cpu())));
  }

  /** CPU time of service and database. */
  double micros() {
    return micros(Cpu::service) + micros(Cpu::database);
  }

  double millis(double percentile) {
    return Figures.median(rounds, round -> round.millis(percentile));
  }

  private double perSecond() {
    return Figures.median(rounds, Sample::perSecond);
  }
}
