package arashi.target;

import com.typesafe.config.Config;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Chooses the class of a request before its user is known, by client address or header. The first
 * matching rule decides.
 *
 * @param rules in order
 * @param otherwise class of requests that match no rule
 */
public record ClassRules(List<Rule> rules, String otherwise) {

  /** Returns rules that assign one class to all requests. */
  public static ClassRules all(String name) {
    return new ClassRules(List.of(), name);
  }

  /** One rule. */
  public sealed interface Rule permits AddressRule, HeaderRule {
    /** Returns the class of matching requests. */
    String className();

    /**
     * Returns whether the rule matches a request.
     *
     * @param remote the client's address
     * @param header returns a header field's value, or null
     */
    boolean matches(InetAddress remote, Function<String, String> header);
  }

  /**
   * Matches a header field, as set by a proxy.
   *
   * @param name name of the field
   * @param value required value
   * @param className class of matching requests
   */
  public record HeaderRule(String name, String value, String className) implements Rule {
    @Override
    public boolean matches(InetAddress remote, Function<String, String> header) {
      return value.equals(header.apply(name));
    }
  }

  /**
   * Matches the client's network.
   *
   * @param network network of the client
   * @param className class of matching requests
   */
  public record AddressRule(Network network, String className) implements Rule {
    @Override
    public boolean matches(InetAddress remote, Function<String, String> header) {
      return network.contains(remote);
    }
  }

  /** Returns all classes that the rules name. */
  public Set<String> classNames() {
    Set<String> names = new TreeSet<>();
    rules.forEach(rule -> names.add(rule.className()));
    names.add(otherwise);
    return names;
  }

  /** Returns the class name of a request. */
  public String classOf(InetAddress remote, Function<String, String> header) {
    for (Rule rule : rules) {
      if (rule.matches(remote, header)) {
        return rule.className();
      }
    }
    return otherwise;
  }

  /**
   * Reads {@code mail.class-rules}: each rule has a class, and an address or a header with a value.
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
            "mail.class-rules: a rule must have class and address, or class, header and value, not "
                + String.join(", ", keys));
      }
    }
    return new ClassRules(rules, config.getString("mail.default-class"));
  }
}
