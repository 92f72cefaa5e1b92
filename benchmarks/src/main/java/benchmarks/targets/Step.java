package benchmarks.targets;

/**
 * A run of a row.
 *
 * @param load the load, in keys and tables
 * @param seconds length of the run
 * @param scenario who sends what
 */
record Step(String load, double seconds, Scenario scenario) {
  /** A load on a service. */
  @FunctionalInterface
  interface Scenario {
    /** Offers the load for some seconds and stores its figures. Blocks. */
    void play(LiveRun run, double seconds) throws Exception;
  }
}
