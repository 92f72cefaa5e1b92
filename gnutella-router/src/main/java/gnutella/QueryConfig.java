package gnutella;

import java.time.Duration;

/**
 * Queueing of expensive queries: the deliberate bottleneck of the paper [SOSP §5.2], in which a
 * query costs 20 ms. The stage {@value GnutellaStages#QUERY_STAGE} and the domain {@value
 * GnutellaStages#QUERY_POOL} take the usual remedies from their configuration: a threshold, RED, a
 * rate, or more threads. {@code keep} is the remedy that only the application can implement.
 *
 * @param cost time that a query holds its thread
 * @param queueCapacity maximum number of queued queries
 * @param keep newest queries of each batch that the handler keeps, dropping the others; 0 keeps all
 */
public record QueryConfig(Duration cost, int queueCapacity, int keep) {

  public QueryConfig {
    if (cost.isNegative() || queueCapacity < 1 || keep < 0) {
      throw new IllegalArgumentException(
          "query cost = %s and keep = %d must not be negative; queue-capacity = %d must be positive"
              .formatted(cost, keep, queueCapacity));
    }
  }

  /** 20 ms, 1000 queued, none dropped. */
  public static QueryConfig bottleneck() {
    return new QueryConfig(Duration.ofMillis(20), 1000, 0);
  }
}
