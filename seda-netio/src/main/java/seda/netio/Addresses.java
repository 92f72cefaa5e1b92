package seda.netio;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * Addresses as people read them, and as clients are told apart. No name is looked up; for any
 * thread.
 */
public final class Addresses {
  private Addresses() {}

  /** Host and port as in a URL (RFC 3986 §3.2): an IPv6 address is put into brackets. */
  public static String authority(String host, int port) {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }

  /** The same, of an address. */
  public static String authority(InetSocketAddress address) {
    return authority(address.getHostString(), address.getPort());
  }

  /**
   * A key under which a client is counted: its IPv4 address, or its IPv6 network of 64 bits, all of
   * which one client may use (RFC 6177).
   */
  public static Object client(InetAddress address) {
    return address instanceof Inet6Address six
        ? ByteBuffer.wrap(six.getAddress()).getLong()
        : address;
  }
}
