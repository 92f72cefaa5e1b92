package arashi.deploy.service;

import db.migrations.StartObserver;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Locale;
import seda.kernel.Clock;

/** Prints a line with the duration of each start-up step. Confined to the starting thread. */
public final class StartSteps implements StartObserver {
  private static final double NANOS = 1e9;

  private final PrintWriter out;
  private final Clock clock;
  private final Runnable checkpoint;
  private final long begun;
  private long since;

  /**
   * Creates the steps of a process.
   *
   * @param checkpoint runs after each step; its exception ends the start
   * @param before uptime of the process so far
   */
  StartSteps(PrintWriter out, Clock clock, Runnable checkpoint, Duration before) {
    this.out = out;
    this.clock = clock;
    this.checkpoint = checkpoint;
    this.begun = clock.nanos() - before.toNanos();
    this.since = begun;
  }

  /** Creates the steps of this process. */
  public static StartSteps ofProcess(PrintWriter out, Runnable checkpoint) {
    Duration up = Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime());
    return new StartSteps(out, Clock.system(), checkpoint, up);
  }

  @Override
  public void run() {
    checkpoint.run();
  }

  @Override
  public void ended(String step) {
    long now = clock.nanos();
    print(now - since, step);
    since = now;
  }

  /** Prints the total time. */
  public void end() {
    print(clock.nanos() - begun, "in all");
  }

  private void print(long nanos, String what) {
    out.println(String.format(Locale.ROOT, "%5.1f s  %s", nanos / NANOS, what));
    out.flush();
  }
}
