package benchmarks.load;

import benchmarks.report.BenchmarkException;
import java.time.Duration;

/**
 * CPU time, user and system, of a service, of its database and of this process, the load. The
 * system counts in ticks, often of 10 ms: measure over many requests.
 *
 * @param database null if it runs elsewhere; its CPU time is zero then
 */
public record CpuMeter(ProcessHandle service, ProcessHandle database) {

  /** True if the database's CPU time is known. */
  public boolean seesDatabase() {
    return database != null;
  }

  /** CPU time up to now. */
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
    /** None. */
    public static final Cpu NONE = new Cpu(Duration.ZERO, Duration.ZERO, Duration.ZERO);

    /** The CPU time since an earlier reading. */
    public Cpu since(Cpu earlier) {
      return new Cpu(
          service.minus(earlier.service),
          database.minus(earlier.database),
          load.minus(earlier.load));
    }

    /** Both together. */
    public Cpu plus(Cpu other) {
      return new Cpu(
          service.plus(other.service), database.plus(other.database), load.plus(other.load));
    }
  }
}
