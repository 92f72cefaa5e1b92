package gnutella;

import java.time.Duration;

/**
 * How queries wait for their turn, where one is dear: the deliberate bottleneck of the paper [SOSP
 * §5.2], in which a query costs 20 ms. The remedies are those of any stage, set from outside for
 * the stage {@value GnutellaStages#QUERY_STAGE} and the domain {@value GnutellaStages#QUERY_POOL}:
 * a threshold, RED, a rate, or more threads. The one that only the application can know is here.
 *
 * @param cost of a query, in which its thread does nothing else
 * @param queueCapacity queries that may wait
 * @param keep of each batch the handler drops all queries but the newest so many; 0 to keep all
 */
public record QueryConfig(Duration cost, int queueCapacity, int keep) {

  /** Checks the values. */
  public QueryConfig {
    if (cost.isNegative() || queueCapacity < 1 || keep < 0) {
      throw new IllegalArgumentException(
          "query: cost = %s, not negative; queue-capacity = %d, at least 1; keep = %d, not negative"
              .formatted(cost, queueCapacity, keep));
    }
  }

  /** 20 ms, 1000 wait, none is dropped. */
  public static QueryConfig bottleneck() {
    return new QueryConfig(Duration.ofMillis(20), 1000, 0);
  }
}
