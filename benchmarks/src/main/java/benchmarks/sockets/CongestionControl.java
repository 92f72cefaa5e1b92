package benchmarks.sockets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** How the system decides how fast a connection may send. */
final class CongestionControl {
  private static final Path SETTING = Path.of("/proc/sys/net/ipv4/tcp_congestion_control");

  private CongestionControl() {}

  /** Its name, such as cubic; none where the system doesn't say. */
  static Optional<String> ofThisSystem() {
    try {
      return Optional.of(Files.readString(SETTING).trim());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** True if a timer spaces out what is sent. */
  static boolean paces(String name) {
    return name.startsWith("bbr");
  }
}
