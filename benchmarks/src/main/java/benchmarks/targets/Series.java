package benchmarks.targets;

import java.util.List;

/** Runs of one row, in turn on one process of its service. */
record Series(Row row, List<Step> steps) {
  /** Copies the runs. */
  Series {
    steps = List.copyOf(steps);
  }

  /** Length of all runs. */
  double seconds() {
    return steps.stream().mapToDouble(Step::seconds).sum();
  }
}
