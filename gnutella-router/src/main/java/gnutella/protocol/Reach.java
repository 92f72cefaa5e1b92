package gnutella.protocol;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * From how far away an address is reachable, nearest first. A servent could otherwise make this
 * router connect to services of its own network that the servent can't reach. A servent may
 * therefore only name hosts that are no nearer than itself.
 *
 * <p>Follows the registry of special-purpose addresses, RFC 6890.
 */
public enum Reach {
  /** Unreachable: no servent can have such an address. */
  NOWHERE,
  /** From the same machine. */
  LOOPBACK,
  /** From the same network, or another network of its operator. */
  PRIVATE,
  /** From everywhere. */
  GLOBAL;

  private static final List<Range> RANGES =
      List.of(
          new Range(0x00000000, 8, NOWHERE), // "this network"
          new Range(0x0a000000, 8, PRIVATE), // 10.0.0.0
          new Range(0x64400000, 10, PRIVATE), // 100.64.0.0, of a provider and its customers
          new Range(0x7f000000, 8, LOOPBACK),
          new Range(0xa9fe0000, 16, PRIVATE), // 169.254.0.0, of one link
          new Range(0xac100000, 12, PRIVATE), // 172.16.0.0
          new Range(0xc0000000, 24, PRIVATE), // 192.0.0.0, of protocols
          new Range(0xc0000200, 24, PRIVATE), // 192.0.2.0, for examples
          new Range(0xc0a80000, 16, PRIVATE), // 192.168.0.0
          new Range(0xc6120000, 15, PRIVATE), // 198.18.0.0, for measurements
          new Range(0xc6336400, 24, PRIVATE), // 198.51.100.0, for examples
          new Range(0xcb007100, 24, PRIVATE), // 203.0.113.0, for examples
          new Range(0xe0000000, 3, NOWHERE)); // multicast and reserved

  private record Range(int first, int bits, Reach reach) {
    boolean contains(int address) {
      return (address ^ first) >>> (Integer.SIZE - bits) == 0;
    }
  }

  /** The reach of a host. */
  public static Reach of(Host host) {
    return of(host.address());
  }

  /** The reach of an IPv4 or IPv6 address. */
  public static Reach of(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (address instanceof Inet4Address) {
      return of(ByteBuffer.wrap(bytes).getInt());
    }
    if (address.isLoopbackAddress()) {
      return LOOPBACK;
    }
    boolean uniqueLocal = (bytes[0] & 0xfe) == 0xfc; // RFC 4193
    boolean local = address.isLinkLocalAddress() || address.isSiteLocalAddress() || uniqueLocal;
    return local ? PRIVATE : GLOBAL;
  }

  private static Reach of(int address) {
    return RANGES.stream()
        .filter(range -> range.contains(address))
        .map(Range::reach)
        .findFirst()
        .orElse(GLOBAL);
  }

  /** True if a servent at such an address may name {@code host}. */
  public boolean mayName(Host host) {
    Reach named = of(host);
    return named != NOWHERE && named.compareTo(this) >= 0;
  }
}
