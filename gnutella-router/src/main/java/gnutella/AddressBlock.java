package gnutella;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * Addresses that limits count as one client: an IPv4 address, or an IPv6 /64 network, since one
 * host has all of it (RFC 6177).
 *
 * @param bits of the address or the network
 * @param isIpv6 whether it is an IPv6 network
 */
record AddressBlock(long bits, boolean isIpv6) {

  static AddressBlock of(InetAddress address) {
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    return address instanceof Inet4Address
        ? new AddressBlock(bytes.getInt(), false)
        : new AddressBlock(bytes.getLong(), true);
  }
}
