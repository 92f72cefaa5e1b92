package db.migrations;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The machine's clock, and waits that take their time. */
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
