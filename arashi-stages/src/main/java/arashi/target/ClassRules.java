package arashi.target;

import com.typesafe.config.Config;
import java.net.InetAddress;
import java.util.ArrayList;
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

  /**
   * Reads {@code mail.class-rules}: each has a class, and an address or a header with its value.
   */
  static ClassRules of(Config config) {
    List<Rule> rules = new ArrayList<>();
    for (Config rule : config.getConfigList("mail.class-rules")) {
      Set<String> keys = rule.root().keySet();
      if (keys.equals(Set.of("class", "address"))) {
        rules.add(new AddressRule(Network.of(rule.getString("address")), rule.getString("class")));
      } else if (keys.equals(Set.of("class", "header", "value"))) {
        rules.add(
            new HeaderRule(
                rule.getString("header"), rule.getString("value"), rule.getString("class")));
      } else {
        throw new IllegalArgumentException(
            "mail.class-rules: a rule has class and address, or class, header and value, not "
                + String.join(", ", keys));
      }
    }
    return new ClassRules(rules, config.getString("mail.default-class"));
  }
}
