package benchmarks.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import benchmarks.report.BenchmarkException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapacitySearchTest {
  private static final double TARGET = 0.1;
  private final List<Double> tried = new ArrayList<>();

  /** 90th percentile of an M/M/1 queue of that capacity: ln 10 / (capacity − rate). */
  private double search(double capacity, double start, double step) {
    return CapacitySearch.search(
        start,
        step,
        rate -> {
          tried.add(rate);
          return rate < capacity && Math.log(10) / (capacity - rate) <= TARGET;
        });
  }

  private static double highest(double capacity) {
    return capacity - Math.log(10) / TARGET;
  }

  @Test
  void findsTheHighestRateWithinItsResolution() {
    for (double start : List.of(100.0, 300.0, 500.0, 690.0, 1_000.0, 3_000.0)) {
      tried.clear();
      double found = search(700, start, CapacitySearch.WIDE);
      assertThat(found).isBetween(highest(700) / CapacitySearch.RESOLUTION - 1, highest(700));
      assertThat(tried).hasSizeLessThanOrEqualTo(CapacitySearch.MOST_PROBES);
    }
  }

  @Test
  void confirmsAnEarlierCapacityByTwoProbes() {
    double earlier = 0.98 * highest(700);
    assertThat(search(700, earlier, CapacitySearch.NARROW)).isEqualTo(earlier);
    assertThat(tried).hasSize(2);
  }

  @Test
  void followsADrift() {
    double earlier = highest(700);
    assertThat(search(600, earlier, CapacitySearch.NARROW))
        .isBetween(highest(600) / CapacitySearch.RESOLUTION - 1, highest(600));
  }

  @Test
  void refusesToCallTheLastRateACapacity() {
    assertThatThrownBy(() -> search(1e9, 1, CapacitySearch.WIDE))
        .isInstanceOf(BenchmarkException.class);
  }

  @Test
  void findsNothingIfNoRateHolds() {
    assertThat(search(1, 1_000, CapacitySearch.WIDE)).isZero();
    assertThat(tried).hasSize(CapacitySearch.MOST_PROBES);
  }

  @Test
  void choosesTheAddedWorkForTheWantedRate() {
    double perByte = 2e-9;
    double without = 2_500;
    double with = 1 / (1 / without + perByte * AddedWork.PROBE);
    long bytes = AddedWork.bytes(without, with);
    double reached = 1 / (1 / without + perByte * bytes);
    assertThat(reached).isCloseTo(AddedWork.WANTED_PER_SECOND, withinPercentage(1));
    assertThat(AddedWork.bytes(600, 300)).as("slow enough").isZero();
  }
}
