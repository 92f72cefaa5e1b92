package gnutella.protocol;

/**
 * The most bytes that a payload may have.
 *
 * @param query the specification lets queries above 4 KiB be dropped
 * @param queryHits they carry a list
 * @param other any other type
 */
public record PayloadLimits(int query, int queryHits, int other) {

  /** Checks the values. */
  public PayloadLimits {
    if (query < 2 || queryHits < 27 || other < 26) {
      throw new IllegalArgumentException(
          "payload limits: query = %d, at least 2; query-hits = %d, at least 27; other = %d, at least 26"
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

  /** The longest of them. */
  int max() {
    return Math.max(Math.max(query, queryHits), other);
  }
}
