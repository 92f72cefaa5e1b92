package gnutella.protocol;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address on which a servent accepts connections.
 *
 * @param address IPv4, big-endian
 * @param port 1 … 65535
 */
public record Host(int address, int port) {
  private static final Pattern TEXT =
      Pattern.compile("\\s*(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3}):(\\d{1,5})\\b.*");

  /**
   * Parses {@code 1.2.3.4:6346} without name look-up. Text after a blank is ignored, since some
   * servents append a time.
   */
  public static Optional<Host> parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    int address = 0;
    for (int i = 1; i <= 4; i++) {
      int part = Integer.parseInt(parts.group(i));
      if (part > 255) {
        return Optional.empty();
      }
      address = address << 8 | part;
    }
    return Optional.of(new Host(address, Integer.parseInt(parts.group(5))))
        .filter(host -> host.port >= 1 && host.port <= 65_535);
  }

  /** Parses a list as in {@code X-Try}; skips malformed hosts. */
  public static List<Host> parseAll(String list) {
    return Arrays.stream(list.split(",", -1)).map(Host::parse).flatMap(Optional::stream).toList();
  }

  /** Converts an IPv4 socket address; empty for IPv6. */
  public static Optional<Host> of(InetSocketAddress socket) {
    byte[] bytes = socket.isUnresolved() ? new byte[0] : socket.getAddress().getAddress();
    if (bytes.length != 4 || socket.getPort() == 0) {
      return Optional.empty();
    }
    int address = 0;
    for (byte part : bytes) {
      address = address << 8 | (part & 0xff);
    }
    return Optional.of(new Host(address, socket.getPort()));
  }

  /** Converts to a socket address. */
  public InetSocketAddress socketAddress() {
    byte[] bytes = {
      (byte) (address >>> 24), (byte) (address >>> 16), (byte) (address >>> 8), (byte) address
    };
    try {
      return new InetSocketAddress(InetAddress.getByAddress(bytes), port);
    } catch (UnknownHostException e) {
      throw new AssertionError("four bytes are an address", e);
    }
  }

  @Override
  public String toString() {
    return "%d.%d.%d.%d:%d"
        .formatted(
            address >>> 24, address >>> 16 & 0xff, address >>> 8 & 0xff, address & 0xff, port);
  }
}
