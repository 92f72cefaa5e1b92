package arashi.target;

import com.typesafe.config.Config;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;

/** A range of addresses in CIDR notation (RFC 4632, RFC 4291 §2.3). Immutable. */
public final class Network {
  // Exact, because the JDK looks up any other text as a name.
  private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])";
  private static final Pattern V4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");
  private static final Pattern V6 = Pattern.compile("(?=.*:)[0-9a-fA-F:][0-9a-fA-F:.]*");

  private final byte[] address;
  private final int bits;
  private final String text;

  private Network(byte[] address, int bits, String text) {
    this.address = address;
    this.bits = bits;
    this.text = text;
  }

  /**
   * Parses a network.
   *
   * @param text like {@code 10.0.0.0/8} or {@code ::1/128}; without a length, one address
   * @throws IllegalArgumentException if it is not a network
   */
  public static Network of(String text) {
    int slash = text.indexOf('/');
    InetAddress address = literal(slash < 0 ? text : text.substring(0, slash));
    if (address == null) {
      throw none(text, null);
    }
    try {
      byte[] bytes = address.getAddress();
      int bits = slash < 0 ? 8 * bytes.length : Integer.parseInt(text.substring(slash + 1));
      if (bits < 0 || bits > 8 * bytes.length) {
        throw none(text, null);
      }
      return new Network(bytes, bits, text);
    } catch (NumberFormatException e) {
      throw none(text, e);
    }
  }

  /** Parses a literal address; returns null if it is not one. Never looks up a name. */
  public static InetAddress literal(String text) {
    if (!V4.matcher(text).matches() && !V6.matcher(text).matches()) {
      return null;
    }
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException e) {
      return null;
    }
  }

  private static IllegalArgumentException none(String text, Exception cause) {
    return new IllegalArgumentException(
        text + " is not a network in CIDR notation, like 10.0.0.0/8", cause);
  }

  /** Returns whether the network contains an address; false if one is IPv4 and the other IPv6. */
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

  /** Returns the text as given. */
  @Override
  public String toString() {
    return text;
  }

  /** Reads a list of networks. */
  public static List<Network> list(Config config, String key) {
    try {
      return config.getStringList(key).stream().map(Network::of).toList();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
    }
  }
}
