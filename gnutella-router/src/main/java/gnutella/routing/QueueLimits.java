package gnutella.routing;

/**
 * Limits of the queue to a slow neighbour, in bytes. Pings and queries above {@code flowControl}
 * are dropped, since more of them will come. Pongs are dropped above the midpoint of the two
 * limits. Hits or pushes above {@code close} close the connection. With equal limits no type is
 * dropped first: the policy of the original.
 */
public record QueueLimits(int flowControl, int close) {

  public QueueLimits {
    if (flowControl < 1 || close < flowControl) {
      throw new IllegalArgumentException(
          "flow-control = %d bytes, must be positive; close = %d bytes, must not be less"
              .formatted(flowControl, close));
    }
  }

  /** 64 KiB and 128 KiB. */
  public static QueueLimits defaults() {
    return new QueueLimits(64 << 10, 128 << 10);
  }

  /** The limit for a packet of this priority. */
  int of(Priority priority) {
    return switch (priority) {
      case PING, QUERY -> flowControl;
      case PONG -> flowControl + (close - flowControl) / 2;
      default -> close;
    };
  }
}
