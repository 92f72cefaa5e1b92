package arashi.deploy;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.netio.Limit;

/**
 * The file descriptors that the system allows the process ({@code ulimit -n}). Each connection
 * takes one; a limit of connections that does not fit is lowered at the start, so that room is made
 * by closing idle connections before the system refuses new ones.
 *
 * @param allowed by the system
 */
record Descriptors(long allowed) {
  private static final Logger log = LoggerFactory.getLogger(Descriptors.class);

  /** Those of this process; where the system does not say, without limit. */
  static Descriptors ofThisProcess() {
    return new Descriptors(
        ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
            ? unix.getMaxFileDescriptorCount()
            : Long.MAX_VALUE);
  }

  /**
   * The connections that fit, at most {@code connections}; logs a line if that is fewer.
   *
   * @param spare descriptors for other files; if that leaves less than half, half are for them
   */
  int fit(int connections, int spare) {
    Limit.atLeast("tcp.connection-limit", connections, 1);
    Limit.atLeast("tcp.spare-descriptors", spare, 0);
    long left = Math.max(1, Math.max(allowed - spare, allowed / 2));
    if (left >= connections) {
      return connections;
    }
    log.warn(
        "tcp.connection-limit lowered from={} to={}, for ulimit -n is {} and tcp.spare-descriptors"
            + " is {}",
        connections,
        left,
        allowed,
        spare);
    return (int) left;
  }
}
