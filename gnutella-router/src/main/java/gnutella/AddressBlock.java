package gnutella;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * The addresses that count as one: an IPv4 address, or the /64 network of an IPv6 address, for a
 * host has all of that to itself (RFC 6177).
 *
 * @param bits of the address, or of the network
 * @param isIpv6 which of them
 */
record AddressBlock(long bits, boolean isIpv6) {

  static AddressBlock of(InetAddress address) {
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    return address instanceof Inet4Address
        ? new AddressBlock(bytes.getInt(), false)
        : new AddressBlock(bytes.getLong(), true);
  }
}
