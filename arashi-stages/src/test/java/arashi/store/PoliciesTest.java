package arashi.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import arashi.store.Policy.Controller;
import arashi.store.Policy.StageSetting;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Edits of the policy: whole or not at all. */
class PoliciesTest {
  private static StoreFixture fixture;
  private static Policies policies;
  private static long admin;

  @BeforeAll
  static void open() {
    fixture = new StoreFixture();
    policies = fixture.store.policies();
    admin = fixture.account();
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

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
