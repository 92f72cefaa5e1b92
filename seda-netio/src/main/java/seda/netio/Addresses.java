package seda.netio;

import java.net.InetSocketAddress;

/** Addresses as people read them. No name is looked up; for any thread. */
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
}
