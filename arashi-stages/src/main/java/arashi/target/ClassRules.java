package arashi.target;

import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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

  /**
   * By the client's network.
   *
   * @param network where the client is
   * @param className class of what matches
   */
  public record AddressRule(Network network, String className) implements Rule {
    @Override
    public boolean matches(InetAddress remote, Function<String, String> header) {
      return network.contains(remote);
    }
  }

  /** All classes that it can name. */
  public Set<String> classNames() {
    Set<String> names = new TreeSet<>();
    rules.forEach(rule -> names.add(rule.className()));
    names.add(otherwise);
    return names;
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
