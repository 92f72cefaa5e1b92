package benchmarks.figures;

import java.util.Map;

/** A figure of a paper that can be made again. */
interface KernelFigure {

  /** As it is called on the command line, like {@code sosp-8}. */
  String name();

  /** What it shows, in a line. */
  String description();

  /** The page on which it stands, without {@code .md}. */
  String page();

  /** The heading of that page, should it not be there. */
  String pageTitle();

  /** How many steps of progress a run makes. */
  int steps(boolean threadsToo);

  /**
   * Runs the scenario in the simulation and, if wanted, on real threads.
   *
   * @param step to be called before each step, with what is done in it
   */
  Result run(boolean threadsToo, StepListener step);

  /** Told of progress. */
  @FunctionalInterface
  interface StepListener {
    void step(String what);
  }

  /**
   * What came out.
   *
   * @param files plots and data, by file name
   * @param markdown a section for the page
   */
  record Result(Map<String, String> files, String markdown) {}
}
