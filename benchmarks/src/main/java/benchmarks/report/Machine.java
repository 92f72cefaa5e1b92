package benchmarks.report;

import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneOffset;

/** What a benchmark ran on. */
public final class Machine {
  private Machine() {}

  /** Processors, Java and operating system, on one line. */
  public static String describe() {
    return Runtime.getRuntime().availableProcessors()
        + " cores, JDK "
        + Runtime.version().feature()
        + " ("
        + System.getProperty("java.vm.name")
        + " "
        + System.getProperty("java.runtime.version")
        + "), "
        + System.getProperty("os.name")
        + " "
        + System.getProperty("os.arch");
  }

  /** Year and month, such as 2026-11. */
  public static String month() {
    return YearMonth.from(InstantSource.system().instant().atZone(ZoneOffset.UTC)).toString();
  }
}
