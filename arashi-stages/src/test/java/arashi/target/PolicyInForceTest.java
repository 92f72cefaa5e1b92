package arashi.target;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.policy.Policy;
import arashi.store.policy.Policy.ClassPolicy;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import seda.kernel.Targets;

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
  void givesEachTypeItsTargetsAndFollowsThePolicy() {
    PolicyInForce policy = new PolicyInForce(targets(100, 200), Set.of());
    Targets flag = policy.targets(RequestType.of("flag", Duration.ofSeconds(1)));
    Targets search = policy.targets(RequestType.of("search", Duration.ofSeconds(2)));
    assertThat(flag.nanos(0)).isEqualTo(100_000_000);
    assertThat(search.nanos(0)).isEqualTo(200_000_000);

    policy.replace(targets(300, 400));
    assertThat(flag.nanos(0)).isEqualTo(300_000_000);
    assertThat(search.nanos(0)).isEqualTo(400_000_000);
  }

  @Test
  void takesTheTargetOfTheTypeUnlessARowSaysOtherwise() {
    Map<String, Integer> rows = Map.of("flag", ClassPolicy.NO_TARGET);
    Policy rest = new Policy(1, List.of(new ClassPolicy("gold", 1, 0, rows)), Map.of());
    PolicyInForce policy = new PolicyInForce(rest, Set.of());

    Targets flag = policy.targets(RequestType.of("flag", Duration.ofSeconds(1)));
    Targets search = policy.targets(RequestType.of("search", Duration.ofSeconds(2)));

    assertThat(flag.nanos(0)).isZero();
    assertThat(search.nanos(0)).isEqualTo(2_000_000_000L);
  }

  private static Policy targets(int flag, int search) {
    Map<String, Integer> millis = Map.of("flag", flag, "search", search);
    return new Policy(1, List.of(new ClassPolicy("gold", 1, 0, millis)), Map.of());
  }

  @Test
  void mapsConfiguredClassesThatNoLongerExistToTheLowest() throws Exception {
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
