package benchmarks.load;

import benchmarks.report.BenchmarkException;
import java.time.Duration;

/**
 * CPU time, user and system, of the service, of its database and of this process, the load. The
 * system counts in ticks, often of 10 ms: measure over many requests.
 */
public final class CpuMeter {
  private final ProcessHandle service;
  private final ProcessHandle database;

  /**
   * A meter of these processes.
   *
   * @param database null if the database runs elsewhere; it counts as nothing then
   */
  public CpuMeter(ProcessHandle service, ProcessHandle database) {
    this.service = service;
    this.database = database;
  }

  /** True if the database's CPU time is known. */
  public boolean seesDatabase() {
    return database != null;
  }

  /** CPU time up to now. */
  public Cpu read() {
    return new Cpu(
        of(service), database == null ? Duration.ZERO : of(database), of(ProcessHandle.current()));
  }

  private static Duration of(ProcessHandle process) {
    return process
        .info()
        .totalCpuDuration()
        .orElseThrow(() -> new BenchmarkException("process " + process.pid() + " has ended"));
  }

  /**
   * CPU time of each side.
   *
   * @param service of the service
   * @param database of its database
   * @param load of the process that makes the load
   */
  public record Cpu(Duration service, Duration database, Duration load) {
    /** None. */
    public static final Cpu NONE = new Cpu(Duration.ZERO, Duration.ZERO, Duration.ZERO);

    /** What was used since an earlier reading. */
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
