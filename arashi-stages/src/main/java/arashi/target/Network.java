package arashi.target;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** A range of addresses in CIDR notation (RFC 4632, RFC 4291 §2.3). Immutable. */
public final class Network {
  private final byte[] address;
  private final int bits;
  private final String text;

  private Network(byte[] address, int bits, String text) {
    this.address = address;
    this.bits = bits;
    this.text = text;
  }

  /**
   * Reads a network.
   *
   * @param text like {@code 10.0.0.0/8} or {@code ::1/128}; without a length, one address
   * @throws IllegalArgumentException if it is none
   */
  public static Network of(String text) {
    int slash = text.indexOf('/');
    String address = slash < 0 ? text : text.substring(0, slash);
    if (!address.matches("[0-9a-fA-F.:]+")) { // a name would be looked up
      throw none(text, null);
    }
    try {
      byte[] bytes = InetAddress.getByName(address).getAddress();
      int bits = slash < 0 ? 8 * bytes.length : Integer.parseInt(text.substring(slash + 1));
      if (bits < 0 || bits > 8 * bytes.length) {
        throw none(text, null);
      }
      return new Network(bytes, bits, text);
    } catch (UnknownHostException | NumberFormatException e) {
      throw none(text, e);
    }
  }

  private static IllegalArgumentException none(String text, Exception cause) {
    return new IllegalArgumentException(text + " is no network, like 10.0.0.0/8", cause);
  }

  /** Whether an address is in it; never, if one is of IPv4 and the other of IPv6. */
  public boolean contains(InetAddress one) {
    byte[] other = one.getAddress();
    if (other.length != address.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> (bit % 8);
      if ((other[bit / 8] & mask) != (address[bit / 8] & mask)) {
        return false;
      }
    }
    return true;
  }

  /** As it was given. */
  @Override
  public String toString() {
    return text;
  }
}
