package db.migrations;

import java.time.Duration;

/** Clock and waits of supervision; tests use virtual time. */
interface Timer {

  /** Nanoseconds since some fixed moment. */
  long nanos();

  /** Waits. */
  void pause(Duration time) throws InterruptedException;
}
