package arashi.store.database;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Clock;

/**
 * A circuit breaker (Nygard, <i>Release It!</i>, "Circuit Breaker"): after a failure that indicates
 * an outage, calls fail at once until a probe succeeds. It holds state only; {@link Availability}
 * decides what opens it and runs the probes.
 *
 * <pre>
 *              open                         probe failed: the pause doubles
 *   CLOSED ───────────► OPEN (outage) ◄──────────────┐
 *      ▲                     │ pause over            │
 *      │                     └────────► probe ───────┤
 *      └─────────────────────────────────────────────┘ close
 * </pre>
 *
 * <p>A write-only outage lets reads pass. Each state change logs one line. A circuit that opens
 * again within a minute keeps its pause, so an unstable database is not probed and logged every
 * second.
 *
 * <p>Thread-safe. An admitted call costs one volatile read.
 */
final class Circuit {
  private static final Logger log = LoggerFactory.getLogger(Circuit.class);

  /** Time after which a closed circuit counts as stable. */
  private static final Duration WELL = Duration.ofMinutes(1);

  private final Clock clock;
  private final OutageLimits limits;

  private volatile Outage outage; // null if closed
  private volatile String reason = ""; // written before the outage that it explains
  private long openedNanos;
  private long dueNanos;
  private Duration pause = Duration.ZERO;
  private long closedNanos;

  /** Creates a closed circuit. */
  Circuit(Clock clock, OutageLimits limits) {
    this.clock = clock;
    this.limits = limits;
  }

  /** Admits a read, or fails at once. */
  void admitRead() {
    Outage now = outage;
    if (now != null && now.stopsReads()) {
      throw OutageException.refused(now);
    }
  }

  /** Admits a write, or fails at once. */
  void admitWrite() {
    Outage now = outage;
    if (now != null) {
      throw OutageException.refused(now);
    }
  }

  /** Returns the outage that opened the circuit; empty if it is closed. */
  Optional<Outage> outage() {
    return Optional.ofNullable(outage);
  }

  /**
   * Returns the message of the failure that opened the circuit. Calls aborted because of the outage
   * fail with "socket closed", which explains nothing.
   */
  String reason() {
    return reason;
  }

  /**
   * Opens the circuit after a failed call. An open circuit changes only from write-only to full.
   * Calls that began before it opened fail late, and prove nothing new.
   *
   * @return true if the circuit opened or changed
   */
  synchronized boolean open(Outage found, Throwable why) {
    Outage before = outage;
    if (before != null && (before.stopsReads() || !found.stopsReads())) {
      return false;
    }
    if (before == null) {
      openedNanos = clock.nanos();
      boolean relapse = !pause.isZero() && openedNanos - closedNanos < WELL.toNanos();
      pause = relapse ? longer() : limits.heartbeat();
    }
    become(found, why);
    return true;
  }

  /** Delays the next probe after a failed one. Returns true if the outage changed. */
  synchronized boolean probeFailed(Outage found, Throwable why) {
    boolean changed = outage != found;
    pause = longer();
    if (changed) {
      become(found, why);
    } else {
      dueNanos = clock.nanos() + pause.toNanos();
    }
    return changed;
  }

  private void become(Outage found, Throwable why) {
    dueNanos = clock.nanos() + pause.toNanos();
    reason = OutageException.detail(why);
    outage = found;
    log.warn(
        "outage={} {}: {}; {} are refused until a probe succeeds",
        found.label(),
        found.sentence(),
        reason,
        found.stopsReads() ? "requests" : "writes");
  }

  private Duration longer() {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(limits.longestPause()) < 0 ? twice : limits.longestPause();
  }

  /** Returns true if the circuit is open and the pause since the last probe is over. */
  synchronized boolean isProbeDue() {
    return outage != null && clock.nanos() - dueNanos >= 0;
  }

  /** Closes the circuit after a successful probe. */
  synchronized void close() {
    Outage before = outage;
    if (before == null) {
      return;
    }
    outage = null;
    closedNanos = clock.nanos();
    log.info(
        "outage={} is over after {} s",
        before.label(),
        String.format(Locale.ROOT, "%.1f", (closedNanos - openedNanos) / 1e9));
  }
}
