package gnutella.routing;

/**
 * How much may wait for a neighbour that reads slowly, in bytes. Pings and queries that would pass
 * {@code flowControl} are dropped, for there will be more of them; pongs that would pass the middle
 * between both; and a neighbour for which hits or pushes would pass {@code close} is given up. With
 * both the same nothing is dropped first: the policy of the original.
 */
public record QueueLimits(int flowControl, int close) {

  /** Checks the values. */
  public QueueLimits {
    if (flowControl < 1 || close < flowControl) {
      throw new IllegalArgumentException(
          "flow-control = %d bytes, at least 1; close = %d bytes, at least that"
              .formatted(flowControl, close));
    }
  }

  /** 64 KiB and 128 KiB. */
  public static QueueLimits defaults() {
    return new QueueLimits(64 << 10, 128 << 10);
  }

  /** What may wait with a packet of this priority. */
  int of(Priority priority) {
    return switch (priority) {
      case PING, QUERY -> flowControl;
      case PONG -> flowControl + (close - flowControl) / 2;
      default -> close;
    };
  }
}
