package benchmarks.kernel;

import java.util.Locale;

/** What is measured, with what is to be reached; in the order of the report. */
enum KernelMetric {
  HOP_1("one hop on a processor, batch 1: CPU time", "ns", Bound.AT_MOST, 150),
  HOP_1_CLOCK("… by the clock", "ns"),
  HOP_32("one hop on a processor, batch 32: CPU time", "ns", Bound.AT_MOST, 60),
  HOP_32_CLOCK("… by the clock", "ns"),
  HOP_ALLOCATED("heap that a hop allocates, either batch", "B", Bound.BELOW, 0.5),
  POOL("one hop to a worker pool, saturated, batch 32: rate × queue's", "×", Bound.AT_LEAST, 1),
  POOL_RATE("… rate", "M/s"),
  QUEUE_RATE("… ArrayBlockingQueue and as many threads", "M/s"),
  POOL_1("… batch 1: rate × queue's", "×", Bound.AT_LEAST, 1),
  POOL_NOTHING("… batch 32, handler does nothing: rate × queue's", "×", Bound.AT_LEAST, 1),
  HAND_OFF("one hop to an idle worker pool, p50: × queue's", "×", Bound.AT_MOST, 1.3),
  HAND_OFF_POOL("… time", "µs"),
  HAND_OFF_QUEUE("… LinkedTransferQueue's hand-off", "µs"),
  CHAIN_P99("eight-stage chain on processors, p99", "µs", Bound.AT_MOST, 50),
  CHAIN_P50("… p50", "µs"),
  SWITCHES("context switches a request, fused part at saturation", "", Bound.AT_MOST, 0.1),
  SWITCHES_WAITING("… of which the processor waited", ""),
  REQUEST_CPU("… CPU time a request", "µs"),
  REQUEST_RATE("… requests", "/s"),
  IDLE_ON_PROCESSORS("memory of an idle stage on processors", "KB", Bound.AT_MOST, 32),
  IDLE_ON_POOL("memory of an idle stage on a pool", "KB", Bound.AT_MOST, 32);

  private enum Bound {
    NONE,
    AT_MOST,
    BELOW,
    AT_LEAST
  }

  private final String title;
  private final String unit;
  private final Bound bound;
  private final double reach;

  KernelMetric(String title, String unit) {
    this(title, unit, Bound.NONE, 0);
  }

  KernelMetric(String title, String unit, Bound bound, double reach) {
    this.title = title;
    this.unit = unit;
    this.bound = bound;
    this.reach = reach;
  }

  String title() {
    return title;
  }

  String unit() {
    return unit;
  }

  boolean hasReach() {
    return bound != Bound.NONE;
  }

  /** Such as {@code ≤ 150 ns}. */
  String reach() {
    return switch (bound) {
      case NONE -> "";
      case AT_MOST -> "≤ " + plain(reach) + unitAfter();
      case BELOW -> "< " + plain(reach) + unitAfter();
      case AT_LEAST -> "≥ " + plain(reach) + unitAfter();
    };
  }

  /** True if a value is within the bound, as precisely as it is shown. */
  boolean isReached(double value) {
    double shown = Double.parseDouble(number(value).replace(",", ""));
    return switch (bound) {
      case NONE -> true;
      case AT_MOST -> shown <= reach;
      case BELOW -> shown < reach;
      case AT_LEAST -> shown >= reach;
    };
  }

  /** A value with its unit. */
  String format(double value) {
    return number(value) + unitAfter();
  }

  /** A value without its unit, with three digits or so. */
  static String number(double value) {
    int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  private static String plain(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  private String unitAfter() {
    return unit.isEmpty() ? "" : " " + unit;
  }
}
