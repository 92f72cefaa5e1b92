package arashi.store.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import arashi.store.StoreFixture;
import arashi.store.policy.Policy.ClassPolicy;
import arashi.store.policy.Policy.Controller;
import arashi.store.policy.Policy.StageSetting;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Edits of the policy are atomic. */
@Tag("database")
class PoliciesTest {
  @AutoClose private static final StoreFixture fixture = new StoreFixture();
  private static final Policies policies = fixture.store.service().policies();
  private static final long admin = fixture.account();

  private static PolicyEdit target(String serviceClass, int millis) {
    return new PolicyEdit().target(serviceClass, "search", OptionalInt.of(millis));
  }

  private static Integer target(String serviceClass) {
    return policies.read().serviceClass(serviceClass).orElseThrow().targetMillis().get("search");
  }

  @Test
  void makesAllChangesOfAnEditAtOnce() {
    long before = policies.revision();
    StageSetting aimd = new StageSetting(Controller.AIMD, OptionalDouble.of(0.5));
    PolicyEdit edit = target("gold", 750).target("guest", "search", OptionalInt.of(751));

    policies.change(admin, edit.serviceClass("trial", 1, 0).stage("search", aimd));

    assertThat(policies.revision()).isEqualTo(before + 1);
    assertThat(target("gold")).isEqualTo(750);
    assertThat(target("guest")).isEqualTo(751);
    assertThat(policies.read().serviceClass("trial")).isPresent();
    assertThat(policies.read().stage("search")).isEqualTo(aimd);
    assertThat(policies.audit(4))
        .extracting(Policies.Audited::action)
        .containsExactly("stage", "class", "target", "target");
  }

  @Test
  void makesNoneIfOneCannotBeMade() {
    policies.change(admin, target("gold", 100));
    Policy before = policies.read();
    PolicyEdit edit = target("gold", 200).target("nobody", "search", OptionalInt.of(1));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> policies.changeIfStill(admin, before.revision(), edit))
        .withMessageContaining("nobody");

    assertThat(policies.read()).isEqualTo(before);
  }

  @Test
  void keepsThatThereIsNoTarget() {
    policies.change(admin, target("gold", 100));
    policies.change(admin, new PolicyEdit().target("gold", "search", OptionalInt.empty()));

    ClassPolicy gold = policies.read().serviceClass("gold").orElseThrow();

    assertThat(gold.target("search", Duration.ofSeconds(2))).isEqualTo(ClassPolicy.NO_TARGET);
    assertThat(gold.target("later", Duration.ofSeconds(2))).isEqualTo(2_000);
  }

  @Test
  void makesNoneIfThePolicyHasChangedSince() {
    long read = policies.revision();
    assertThat(policies.changeIfStill(admin, read, target("gold", 300))).isTrue();

    assertThat(policies.changeIfStill(admin, read, target("gold", 400))).isFalse();
    assertThat(policies.changeIfStill(admin, read, new PolicyEdit())).isFalse();

    assertThat(target("gold")).isEqualTo(300);
    assertThat(policies.revision()).isEqualTo(read + 1);
  }

  @Test
  void keepsTheRevisionIfNothingChanges() {
    long read = policies.revision();

    assertThat(policies.changeIfStill(admin, read, new PolicyEdit())).isTrue();

    assertThat(policies.revision()).isEqualTo(read);
  }
}
