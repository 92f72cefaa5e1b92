package arashi.deploy.torture;

import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * A user that requests a page ten times a second, and signs in again if the service has a new
 * address; measures the time at which the service is back.
 */
final class Pulse implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /** A longer outage is a failure. */
  static final Duration LONGEST_OUTAGE = Duration.ofMinutes(3);

  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private final ScheduledFuture<?> beats;
  private final Victim victim;
  private final String user;
  private Visitor visitor;
  private URI at;
  private long lastServed = System.nanoTime();
  private long lastServedEnd;

  /** Begins to ask as {@code user}. */
  Pulse(Victim victim, String user) {
    this.victim = victim;
    this.user = user;
    beats = thread.scheduleWithFixedDelay(this::beat, 0, 100, TimeUnit.MILLISECONDS);
  }

  private void beat() {
    long begin = System.nanoTime();
    if (served()) {
      synchronized (this) {
        lastServed = begin;
        lastServedEnd = System.nanoTime();
        notifyAll();
      }
    }
  }

  private boolean served() {
    try {
      if (visitor == null || !victim.url().equals(at)) {
        at = victim.url();
        visitor = Visitor.signIn(at, user, PATIENCE);
      }
      return visitor.get("/mail").status() == 200 && victim.readiness().status() == 200;
    } catch (UncheckedIOException | Visitor.TurnedAwayException e) {
      return false;
    }
  }

  /** Waits for a page that was asked for after {@code since}; the time from then to its arrival. */
  synchronized Duration awaitBack(long since) {
    long deadline = since + LONGEST_OUTAGE.toNanos();
    while (lastServed - since < 0) {
      if (beats.isDone()) {
        throw new IllegalStateException("the pulse has stopped: " + beats);
      }
      long nanos = deadline - System.nanoTime();
      if (nanos <= 0) {
        return LONGEST_OUTAGE;
      }
      try {
        TimeUnit.NANOSECONDS.timedWait(this, nanos);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
    return Duration.ofNanos(lastServedEnd - since);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
