package db.migrations;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The system's clock and real waits. */
final class SystemTimer implements Timer {

  static final Timer INSTANCE = new SystemTimer();

  private SystemTimer() {}

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public void pause(Duration time) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(time.toNanos());
  }
}
