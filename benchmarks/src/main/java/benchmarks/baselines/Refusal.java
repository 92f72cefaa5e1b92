package benchmarks.baselines;

import java.time.Duration;
import java.util.random.RandomGenerator;
import seda.kernel.EnqueueResult;
import seda.kernel.config.Section;
import seda.kernel.graph.StageGraph;

/**
 * A refusal with a jittered delay, so that refused clients do not return together. The product's
 * own policy jitters too. Thread-safe.
 */
final class Refusal {
  private static final Duration USUAL = Duration.ofSeconds(1);

  private final EnqueueResult.Outcome outcome;
  private final long retryNanos;
  private final RandomGenerator random;

  /**
   * Creates refusals of a policy.
   *
   * @param retryNanos mean delay
   */
  Refusal(EnqueueResult.Outcome outcome, long retryNanos, StageGraph graph) {
    this.outcome = outcome;
    this.retryNanos = retryNanos;
    this.random = new Hashes(graph.clock().nanos());
  }

  /** Reads the mean delay in nanoseconds. */
  static long retryNanos(Section section) {
    return section.duration("retry-after").orElse(USUAL).toNanos();
  }

  EnqueueResult next() {
    long nanos = (long) (retryNanos * (0.5 + random.nextDouble()));
    return new EnqueueResult(outcome, Duration.ofNanos(nanos));
  }
}
