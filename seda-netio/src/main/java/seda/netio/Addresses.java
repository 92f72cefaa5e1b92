package seda.netio;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** Formats addresses and derives the keys that identify clients. Looks up no names; thread-safe. */
public final class Addresses {
  private Addresses() {}

  /** Formats host and port as in a URL (RFC 3986 §3.2): an IPv6 address is put into brackets. */
  public static String authority(String host, int port) {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }

  /** Formats an address as in a URL. */
  public static String authority(InetSocketAddress address) {
    return authority(address.getHostString(), address.getPort());
  }

  /**
   * Returns the key by which a client is counted: its IPv4 address, or its 64-bit IPv6 network, all
   * of which one client may use (RFC 6177).
   */
  public static Object client(InetAddress address) {
    return address instanceof Inet6Address six
        ? ByteBuffer.wrap(six.getAddress()).getLong()
        : address;
  }
}
