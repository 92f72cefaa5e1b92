package arashi.deploy.torture;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.time.Duration;
import java.util.Random;

/**
 * How often each scenario strikes and at which moments, from system properties: {@code
 * arashi.torture.short}, {@code arashi.torture.rounds}, {@code arashi.torture.seed}.
 */
final class Plan {
  private static final boolean SHORT = Boolean.getBoolean("arashi.torture.short");
  private static final int ROUNDS = Integer.getInteger("arashi.torture.rounds", 0);

  /** Repeats the choices of a run, though not its races. */
  static final long SEED = Long.getLong("arashi.torture.seed", System.nanoTime());

  private Plan() {}

  /** Rounds of a scenario: what the property says, else by the length of the run. */
  static int rounds(int usual, int brief) {
    if (ROUNDS > 0) {
      return ROUNDS;
    }
    return SHORT ? brief : usual;
  }

  /** Whether times are judged, too: a short run may share its machine with other work. */
  static boolean judgesTimes() {
    return !SHORT;
  }

  /** Skips a scenario whose kind of damage another one does as well. */
  static void skipIfShort() {
    assumeFalse(SHORT && ROUNDS == 0, "only in a full run");
  }

  /** Returns the random choices of a scenario, which do not depend on scenarios before it. */
  static Random random(String scenario) {
    return new Random(SEED ^ scenario.hashCode());
  }

  /** A random time from {@code least} to {@code most} milliseconds. */
  static Duration between(Random random, int least, int most) {
    return Duration.ofMillis(least + random.nextInt(most - least + 1));
  }
}
