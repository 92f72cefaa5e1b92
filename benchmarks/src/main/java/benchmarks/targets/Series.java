package benchmarks.targets;

import java.util.List;

/** Runs of one row, in turn on one process of its service. */
record Series(Row row, List<Step> steps) {
  /** Copies the runs. */
  Series {
    steps = List.copyOf(steps);
  }

  /** The series with some of its loads; an empty list stands for all. */
  Series only(List<String> loads) {
    return new Series(
        row,
        steps.stream().filter(step -> loads.isEmpty() || loads.contains(step.load())).toList());
  }

  /** Length of all runs. */
  double seconds() {
    return steps.stream().mapToDouble(Step::seconds).sum();
  }
}
