package arashi.target;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.function.Function;

/**
 * The class of a request before it is known who makes it, by its address or a header. The first
 * rule that matches decides.
 *
 * @param rules in order
 * @param otherwise class of requests that match none
 */
public record ClassRules(List<Rule> rules, String otherwise) {

  /** Everybody is of this class. */
  public static ClassRules all(String name) {
    return new ClassRules(List.of(), name);
  }

  /** One rule. */
  public sealed interface Rule permits AddressRule, HeaderRule {
    /** The class of what matches. */
    String className();

    /**
     * Whether it matches a request.
     *
     * @param remote the client's address
     * @param header gives a header field's value, or null
     */
    boolean matches(InetAddress remote, Function<String, String> header);
  }

  /**
   * By a header field, as a proxy sets it.
   *
   * @param name of the field
   * @param value that it must have
   * @param className class of what matches
   */
  public record HeaderRule(String name, String value, String className) implements Rule {
    @Override
    public boolean matches(InetAddress remote, Function<String, String> header) {
      return value.equals(header.apply(name));
    }
  }

  /** By the client's network. */
  public static final class AddressRule implements Rule {
    private final byte[] network;
    private final int bits;
    private final String className;

    /**
     * A rule for a network.
     *
     * @param network in CIDR notation, like {@code 10.0.0.0/8}; without a length, one address
     * @throws IllegalArgumentException if it is none
     */
    public AddressRule(String network, String className) {
      int slash = network.indexOf('/');
      String address = slash < 0 ? network : network.substring(0, slash);
      if (!address.matches("[0-9a-fA-F.:]+")) { // a name would be looked up
        throw new IllegalArgumentException(network + " is no network, like 10.0.0.0/8");
      }
      try {
        this.network = InetAddress.getByName(address).getAddress();
        this.bits =
            slash < 0 ? 8 * this.network.length : Integer.parseInt(network.substring(slash + 1));
      } catch (UnknownHostException | NumberFormatException e) {
        throw new IllegalArgumentException(network + " is no network, like 10.0.0.0/8", e);
      }
      if (bits < 0 || bits > 8 * this.network.length) {
        throw new IllegalArgumentException(network + " is no network, like 10.0.0.0/8");
      }
      this.className = className;
    }

    @Override
    public String className() {
      return className;
    }

    @Override
    public boolean matches(InetAddress remote, Function<String, String> header) {
      byte[] address = remote.getAddress();
      if (address.length != network.length) {
        return false;
      }
      for (int bit = 0; bit < bits; bit++) {
        int mask = 0x80 >> (bit % 8);
        if ((address[bit / 8] & mask) != (network[bit / 8] & mask)) {
          return false;
        }
      }
      return true;
    }
  }

  /** The class's name for a request. */
  public String classOf(InetAddress remote, Function<String, String> header) {
    for (Rule rule : rules) {
      if (rule.matches(remote, header)) {
        return rule.className();
      }
    }
    return otherwise;
  }
}
