package benchmarks.targets;

import benchmarks.report.Json;
import benchmarks.users.RunResult.Outcome;
import benchmarks.users.Summary;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;

/** Offers rates to a service and keeps the figures of the highest that held the target. */
final class CapacityProbe implements CapacitySearch.Probe<Exception> {
  /** An open loop below saturation tells how many requests an action has. */
  private static final double LOW = 0.2;

  private static final double MOST_FAILED = 0.001;

  private final OperatingSystemMXBean machine =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final double targetMillis;
  private final Offer offer;
  private Map<String, Object> best = Json.map("rate", 0.0);
  private double bestRate;

  /** Offers a rate of actions for some seconds; blocks. */
  @FunctionalInterface
  interface Offer {
    Summary at(double rate) throws Exception;
  }

  CapacityProbe(double targetMillis, Offer offer) {
    this.targetMillis = targetMillis;
    this.offer = offer;
  }

  /** The rate of actions that makes a rate of requests, by a measurement at a low rate. */
  double actions(double requestsPerSecond) throws Exception {
    double low = LOW * requestsPerSecond;
    double perAction = Math.max(1, offer.at(low).askedPerSecond() / low);
    return requestsPerSecond / perAction;
  }

  @Override
  public boolean holds(double rate) throws Exception {
    machine.getCpuLoad(); // the next call counts from here
    Summary summary = offer.at(rate);
    double busy = machine.getCpuLoad();
    int failed = summary.count(Outcome.FAILED) + summary.count(Outcome.REFUSED);
    boolean holds =
        summary.percentile(90) <= targetMillis
            && summary.requests() > 0
            && failed <= MOST_FAILED * summary.requests();
    if (holds && rate > bestRate) {
      bestRate = rate;
      best =
          Json.map(
              "rate",
              rate,
              "goodput",
              summary.goodput(targetMillis),
              "p90Millis",
              summary.percentile(90),
              "machineBusy",
              busy);
    }
    return holds;
  }

  /** Figures of the highest rate that held; the rate is 0 if none did. */
  Map<String, Object> best() {
    return best;
  }
}
