package db.migrations;

import java.time.Duration;

/** The clock and the waits of what supervises a server. A test has one that needs no time. */
interface Timer {

  /** Nanoseconds since some fixed moment. */
  long nanos();

  /** Waits. */
  void pause(Duration time) throws InterruptedException;
}
