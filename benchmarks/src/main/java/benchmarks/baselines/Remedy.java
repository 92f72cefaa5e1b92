package benchmarks.baselines;

/** What Bouncer does against the starvation of a type, for an event that it would refuse. */
enum Remedy {
  NONE {
    @Override
    double chance(double accepted, double mean, double strength) {
      return 0;
    }
  },
  /** Each type keeps a share {@code strength} of its events: A = 0.05. */
  ACCEPTANCE_ALLOWANCE {
    @Override
    double chance(double accepted, double mean, double strength) {
      return accepted < strength ? 1 : 0;
    }
  },
  /**
   * A type that has less accepted than the mean of all types is helped by chance, the more the less
   * it has: strength·(mean − accepted) / mean.
   */
  HELPING_THE_UNDERSERVED {
    @Override
    double chance(double accepted, double mean, double strength) {
      return mean > accepted ? strength * (mean - accepted) / mean : 0;
    }
  };

  double usualStrength() {
    return this == ACCEPTANCE_ALLOWANCE ? 0.05 : 1;
  }

  /**
   * Returns the probability to admit the event.
   *
   * @param accepted recently accepted share of the type
   * @param mean mean of that share over all types
   */
  abstract double chance(double accepted, double mean, double strength);
}
