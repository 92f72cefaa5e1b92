package benchmarks.baselines;

/**
 * Share of the events that was accepted over a sliding window of a second, in ten steps.
 * Thread-safe.
 */
final class AcceptanceRatio {
  private static final int STEPS = 10;
  private static final long STEP = 100_000_000;

  // guarded by this
  private final int[] asked = new int[STEPS];
  private final int[] accepted = new int[STEPS];
  private long step;

  synchronized void add(boolean isAccepted, long now) {
    advance(now);
    int index = (int) (step % STEPS);
    asked[index]++;
    accepted[index] += isAccepted ? 1 : 0;
  }

  private void advance(long now) {
    long next = now / STEP;
    for (long each = Math.max(step + 1, next - STEPS + 1); each <= next; each++) {
      asked[(int) (each % STEPS)] = 0;
      accepted[(int) (each % STEPS)] = 0;
    }
    step = Math.max(step, next);
  }

  /** Returns the share from 0 to 1; 1 without events. */
  synchronized double accepted(long now) {
    advance(now);
    int of = 0;
    int yes = 0;
    for (int i = 0; i < STEPS; i++) {
      of += asked[i];
      yes += accepted[i];
    }
    return of == 0 ? 1 : (double) yes / of;
  }
}
