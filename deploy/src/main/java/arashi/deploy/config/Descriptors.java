package arashi.deploy.config;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Limit;

/**
 * The limit of file descriptors of the process ({@code ulimit -n}). Each connection takes one. A
 * connection limit that does not fit is lowered at start-up: the server then closes idle
 * connections before the system refuses new ones.
 *
 * @param allowed the system's limit
 */
public record Descriptors(long allowed) {
  private static final Logger log = LoggerFactory.getLogger(Descriptors.class);

  /** Returns this process's limit, or no limit if the system does not report one. */
  public static Descriptors ofThisProcess() {
    return new Descriptors(
        ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
            ? unix.getMaxFileDescriptorCount()
            : Long.MAX_VALUE);
  }

  /**
   * Returns the number of connections that fit, at most {@code connections}. Logs a line if it is
   * lower.
   *
   * @param spare descriptors for other files; if less than half remain, connections get half
   */
  public int fit(int connections, int spare) {
    Limit.atLeast("tcp.connection-limit", connections, 1);
    Limit.atLeast("tcp.spare-descriptors", spare, 0);
    long left = Math.max(1, Math.max(allowed - spare, allowed / 2));
    if (left >= connections) {
      return connections;
    }
    log.warn(
        "tcp.connection-limit lowered from={} to={}: ulimit -n is {} and tcp.spare-descriptors"
            + " is {}",
        connections,
        left,
        allowed,
        spare);
    return (int) left;
  }
}
