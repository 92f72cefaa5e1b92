package gnutella.protocol;

/**
 * Maximum payload lengths in bytes.
 *
 * @param query limit of queries; the specification permits dropping queries above 4 KiB
 * @param queryHits limit of query hits, which carry a list
 * @param other limit of any other type
 */
public record PayloadLimits(int query, int queryHits, int other) {

  public PayloadLimits {
    if (query < 2 || queryHits < 27 || other < 26) {
      throw new IllegalArgumentException(
          "payload limits: query = %d must be at least 2; query-hits = %d, 27; other = %d, 26"
              .formatted(query, queryHits, other));
    }
  }

  /** 4 KiB, 64 KiB, 16 KiB. */
  public static PayloadLimits defaults() {
    return new PayloadLimits(4 << 10, 64 << 10, 16 << 10);
  }

  int of(PacketType type) {
    return switch (type) {
      case QUERY -> query;
      case QUERY_HITS -> queryHits;
      default -> other;
    };
  }

  /** The largest of the limits. */
  int max() {
    return Math.max(Math.max(query, queryHits), other);
  }
}
