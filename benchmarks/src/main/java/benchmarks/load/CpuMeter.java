package benchmarks.load;

import benchmarks.report.BenchmarkException;
import java.time.Duration;

/**
 * CPU time, user and system, of a service, its database and this process, the load. The unit is the
 * system's tick, often 10 ms, so a measurement needs many requests.
 *
 * @param database null, with a CPU time of zero, if it runs elsewhere
 */
public record CpuMeter(ProcessHandle service, ProcessHandle database) {

  /** True if the database's CPU time is known. */
  public boolean seesDatabase() {
    return database != null;
  }

  /** CPU time so far. */
  public Cpu read() {
    Duration ofDatabase = database == null ? Duration.ZERO : of(database);
    return new Cpu(of(service), ofDatabase, of(ProcessHandle.current()));
  }

  private static Duration of(ProcessHandle process) {
    return process
        .info()
        .totalCpuDuration()
        .orElseThrow(() -> new BenchmarkException("process " + process.pid() + " has ended"));
  }

  /** CPU time of each side. */
  public record Cpu(Duration service, Duration database, Duration load) {
    /** No CPU time. */
    public static final Cpu NONE = new Cpu(Duration.ZERO, Duration.ZERO, Duration.ZERO);

    /** The CPU time since an earlier reading. */
    public Cpu since(Cpu earlier) {
      return new Cpu(
          service.minus(earlier.service),
          database.minus(earlier.database),
          load.minus(earlier.load));
    }

    /** The sum of both. */
    public Cpu plus(Cpu other) {
      return new Cpu(
          service.plus(other.service), database.plus(other.database), load.plus(other.load));
    }
  }
}
