package arashi.remote;

import arashi.target.Network;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Addresses that mails may make this service connect to: public addresses by IANA's special-purpose
 * registries (RFC 6890), and networks that the operator permits. Immutable.
 *
 * <p>Of IPv6, only global unicast (2000::/3) is public, so unique local, link-local, mapped and
 * compatible addresses are not. An address of the well-known NAT64 prefix (RFC 6052) is as public
 * as its embedded IPv4 address. 6to4 and Teredo, which embed addresses too, are refused entirely:
 * they no longer serve images (RFC 7526).
 */
final class PublicAddresses {
  private static final List<Network> RESERVED_V4 =
      networks(
          "0.0.0.0/8", // this network
          "10.0.0.0/8", // private
          "100.64.0.0/10", // shared by carriers
          "127.0.0.0/8", // loopback
          "169.254.0.0/16", // link-local, and metadata of clouds
          "168.63.129.16/32", // in public range, but the host of Azure's virtual machines
          "172.16.0.0/12", // private
          "192.0.0.0/24", // protocol assignments
          "192.0.2.0/24", // documentation
          "192.88.99.0/24", // 6to4 relays
          "192.168.0.0/16", // private
          "198.18.0.0/15", // benchmarks
          "198.51.100.0/24", // documentation
          "203.0.113.0/24", // documentation
          "224.0.0.0/4", // multicast
          "240.0.0.0/4"); // reserved, and broadcast

  private static final Network GLOBAL_V6 = Network.of("2000::/3");

  private static final List<Network> RESERVED_V6 =
      networks(
          "2001::/23", // protocol assignments, Teredo, benchmarks, ORCHID
          "2001:db8::/32", // documentation
          "2002::/16", // 6to4
          "3fff::/20"); // documentation

  private static final Network NAT64 = Network.of("64:ff9b::/96");
  private static final int V4_IN_NAT64 = 12;

  private final List<Network> permitted;

  /** Allows public addresses, and all addresses in these networks. */
  PublicAddresses(List<Network> permitted) {
    this.permitted = List.copyOf(permitted);
  }

  private static List<Network> networks(String... texts) {
    return Stream.of(texts).map(Network::of).toList();
  }

  /** True if connections to the address are allowed. */
  boolean allow(InetAddress address) {
    return isIn(permitted, address) || isPublic(address);
  }

  private static boolean isPublic(InetAddress address) {
    if (address instanceof Inet4Address) {
      return !isIn(RESERVED_V4, address);
    }
    if (NAT64.contains(address)) {
      byte[] bytes = address.getAddress();
      return isPublic(of(Arrays.copyOfRange(bytes, V4_IN_NAT64, bytes.length)));
    }
    return GLOBAL_V6.contains(address) && !isIn(RESERVED_V6, address);
  }

  private static InetAddress of(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("four bytes are an address", e);
    }
  }

  private static boolean isIn(List<Network> networks, InetAddress address) {
    return networks.stream().anyMatch(network -> network.contains(address));
  }
}
