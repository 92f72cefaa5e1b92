package benchmarks.users;

import benchmarks.load.ClientLoop;
import benchmarks.report.Figures;
import benchmarks.report.Json;
import java.util.Map;

/**
 * What the load generator took, and whether it brought the load that it should.
 *
 * @param loop CPU time and late timers of its thread
 * @param arrivals of an open loop so far
 * @param starved arrivals that found no ready user. They waited for one, and their response times
 *     count from the arrival
 * @param dropped starved arrivals that found even the queue full, and were not sent
 */
public record LoadCost(ClientLoop.Cost loop, long arrivals, long starved, long dropped) {
  /** Above this share of starved arrivals an open loop is no longer open. */
  private static final double MOST_STARVED = 0.01;

  /** CPU time of the generator's thread, as a share of one processor. */
  public double cpuShare() {
    return loop.cpuShare();
  }

  /** 99th percentile of the timers' lateness, arrivals included. */
  public double latenessP99Millis() {
    return loop.latenessP99Millis();
  }

  /** The latest timer. */
  public double latenessMaxMillis() {
    return loop.latenessMaxMillis();
  }

  /** Starved arrivals as a share of all arrivals. */
  public double starvedShare() {
    return (double) starved / Math.max(1, arrivals);
  }

  /** True if too few users were ready for the arrivals: the loop was partly closed. */
  public boolean isStarved() {
    return starvedShare() > MOST_STARVED;
  }

  /** True if the load generator may limit the figures: the run is not valid. */
  public boolean isBottleneck() {
    return loop.isBottleneck() || isStarved();
  }

  /** A sentence for a report, with a warning if the run is not valid. */
  public String inWords() {
    return Figures.text(
        "The load took %.0f %% of a core; 99 %% of its timers were less than %.1f ms late, the"
            + " latest %.1f ms.%s%s",
        100 * cpuShare(),
        latenessP99Millis(),
        latenessMaxMillis(),
        arrivals == 0
            ? ""
            : Figures.text(
                " %d of %d arrivals found no ready user; %d of them were dropped.",
                starved, arrivals, dropped),
        isBottleneck() ? " WARNING: the load may have been the bottleneck." : "");
  }

  /** For JSON. */
  public Map<String, Object> asMap() {
    return Json.map(
        "cpuShare", cpuShare(),
        "latenessP99Millis", latenessP99Millis(),
        "latenessMaxMillis", latenessMaxMillis(),
        "arrivals", arrivals,
        "starved", starved,
        "dropped", dropped,
        "isBottleneck", isBottleneck());
  }
}
