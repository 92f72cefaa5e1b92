package arashi.target;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.Policy;
import arashi.store.Policy.ClassPolicy;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PolicyInForceTest {
  private static final ClassRules RULES =
      new ClassRules(
          List.of(
              new ClassRules.AddressRule(Network.of("10.0.0.0/8"), "gold"),
              new ClassRules.HeaderRule("X-Tier", "trial", "gset")),
          "standard");

  private static Policy classes(String... names) {
    List<ClassPolicy> classes =
        IntStream.range(0, names.length)
            .mapToObj(i -> new ClassPolicy(names[i], names.length - i, 0, Map.of()))
            .toList();
    return new Policy(1, classes, Map.of());
  }

  @Test
  void knowsWhichConfiguredClassesAreNoneNowAndGivesThemTheLowest() throws Exception {
    PolicyInForce policy =
        new PolicyInForce(classes("gold", "standard", "guest"), RULES.classNames());
    assertThat(policy.unknown()).containsExactly("gset");
    String misspelt = RULES.classOf(InetAddress.getByName("192.0.2.1"), name -> "trial");
    assertThat(policy.named(misspelt).name()).isEqualTo("guest");

    policy.replace(classes("standard", "gset"));
    assertThat(policy.unknown()).containsExactly("gold");

    policy.replace(classes("gold", "standard", "gset"));
    assertThat(policy.unknown()).isEmpty();
  }
}
