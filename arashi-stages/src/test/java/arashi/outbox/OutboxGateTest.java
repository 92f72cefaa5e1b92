package arashi.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.Store;
import arashi.store.StoreFixture;
import arashi.store.outbox.Hold;
import arashi.store.outbox.Hold.Cause;
import arashi.store.outbox.Holds;
import arashi.store.outbox.NodeRow;
import db.migrations.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which starts may send, by the rule alone and on real databases and copies of them. */
@Tag("database")
class OutboxGateTest {
  private static final Duration BEAT = Duration.ofSeconds(10);
  private static final Duration PATIENCE = BEAT.multipliedBy(3);
  private static final Duration WEEK = Duration.ofDays(7);

  private final StoreFixture original = new StoreFixture();
  private final AtomicLong nanos = new AtomicLong();
  private final List<TestDatabase> copies = new ArrayList<>();

  @AfterEach
  void close() {
    copies.forEach(TestDatabase::close);
    original.close();
  }

  // ---- the rule

  /** A case of the rule. */
  private record Start(String what, List<NodeRow> rows, Hold hold, CopyRule expected) {
    @Override
    public String toString() {
      return what;
    }
  }

  private static NodeRow row(String machine, int seconds) {
    return new NodeRow(id(machine), machine, StoreFixture.NOW.plusSeconds(seconds));
  }

  private static String id(String machine) {
    return NodeIdentity.of(machine, "", machine).id();
  }

  private static Hold hold(Cause cause, int seconds) {
    return new Hold(cause, "mx9", StoreFixture.NOW.plusSeconds(seconds));
  }

  /** All as seen by a start on the machine mx1. */
  static Stream<Start> starts() {
    Hold never = new Hold(Cause.NONE, "", Instant.EPOCH);
    return Stream.of(
        new Start("fresh install", List.of(), never, CopyRule.SEND),
        new Start("upgrade from a release without rows", List.of(), never, CopyRule.SEND),
        new Start("restart, or after a crash", List.of(row("mx1", 0)), never, CopyRule.SEND),
        new Start(
            "failover to a standby that has run before",
            List.of(row("mx1", 0), row("mx2", 900)),
            never,
            CopyRule.SEND),
        new Start("another machine was here", List.of(row("mx2", 0)), never, CopyRule.WATCH),
        new Start(
            "a copy of a cluster",
            List.of(row("mx2", 0), row("mx3", 5)),
            hold(Cause.NONE, -60), // a release before all signs
            CopyRule.WATCH),
        new Start(
            "released while no node ran",
            List.of(row("mx2", 0)),
            hold(Cause.NONE, 60),
            CopyRule.SEND),
        new Start("held", List.of(row("mx1", 0)), hold(Cause.OPERATOR, 60), CopyRule.HELD),
        new Start("held as a copy", List.of(row("mx2", 0)), hold(Cause.COPY, 60), CopyRule.HELD));
  }

  @ParameterizedTest
  @MethodSource("starts")
  void theRuleKnowsTheMachine(Start start) {
    assertThat(CopyRule.judge(start.rows(), id("mx1"), start.hold())).isEqualTo(start.expected());
  }

  // ---- on databases

  private OutboxGate node(Store on, String machine) {
    return node(on, machine, true, false);
  }

  private OutboxGate node(Store on, String machine, boolean onForeignStart, boolean atStart) {
    return new OutboxGate(
        on.outgoing().holds(),
        new HoldConfig(machine, "", onForeignStart, atStart, BEAT),
        NodeIdentity.of(machine, "", machine),
        nanos::get);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
    original.now.updateAndGet(now -> now.plus(time));
  }

  /** A restored dump, or a copied data directory. */
  private Store copy() {
    TestDatabase copy = original.database.copy();
    copies.add(copy);
    return Store.over(copy.dataSource(), original.time);
  }

  private Holds holds() {
    return original.store.outgoing().holds();
  }

  @Test
  void aMachineThatHasSentBeforeSendsAgain() {
    assertThat(node(original.store, "mx1").isOpen()).as("fresh install").isTrue();
    pass(WEEK);
    assertThat(node(original.store, "mx1").isOpen()).as("restart").isTrue();

    OutboxGate second = node(original.store, "mx2");
    assertThat(second.isOpen()).isFalse();
    assertThat(node(original.store, "mx1").isOpen()).as("restart meanwhile").isTrue();
    assertThat(second.isOpen()).as("joins").isTrue();
    pass(WEEK);
    assertThat(node(original.store, "mx2").isOpen()).as("failover to a standby").isTrue();
  }

  @Test
  void aRollingRestartOnNewMachinesIsNeverHeld() {
    OutboxGate old = node(original.store, "pod-1");
    assertThat(old.isOpen()).isTrue();
    for (int n = 2; n < 5; n++) {
      OutboxGate next = node(original.store, "pod-" + n);
      assertThat(next.isOpen()).as("nobody has shown itself yet").isFalse();
      pass(BEAT);
      assertThat(old.isOpen()).isTrue();
      assertThat(next.isOpen()).isTrue();
      old = next;
      assertThat(holds().read().changedAt()).isEqualTo(Instant.EPOCH);
    }
  }

  @Test
  void aRestoredCopyIsHeldBesideItsOriginalAndAfterItsEnd() {
    OutboxGate first = node(original.store, "mx1");
    assertThat(first.isOpen()).isTrue();
    Store copy = copy();
    OutboxGate restored = node(copy, "mx2");
    OutboxGate alsoThere = node(copy, "mx3");
    for (Duration time = Duration.ZERO; time.compareTo(PATIENCE) <= 0; time = time.plus(BEAT)) {
      assertThat(restored.isOpen()).isFalse();
      assertThat(alsoThere.isOpen()).as("a second node of the copy is no sign of life").isFalse();
      assertThat(first.isOpen()).isTrue();
      pass(BEAT);
    }
    assertThat(copy.outgoing().holds().read().cause()).isEqualTo(Cause.COPY);
    assertThat(node(copy, "mx2").isOpen()).as("a restart there").isFalse();
    assertThat(holds().read().isHeld()).as("the original").isFalse();

    assertThat(copy.outgoing().holds().release("mx2")).isTrue();

    assertThat(restored.isOpen()).isTrue();
    assertThat(alsoThere.isOpen()).isTrue();
    pass(WEEK);
    assertThat(node(copy, "mx3").isOpen()).as("a restart after the release").isTrue();
  }

  @Test
  void aReleaseWithoutANodeCountsForTheNextStart() {
    assertThat(node(original.store, "mx1").isOpen()).isTrue();
    pass(WEEK);
    Store copy = copy();
    assertThat(copy.outgoing().holds().release("an operator")).as("there was a hold").isFalse();

    assertThat(node(copy, "mx2").isOpen()).isTrue();

    pass(WEEK);
    assertThat(node(copy, "mx3").isOpen()).as("a third machine, later").isFalse();
  }

  @Test
  void aNodeThatWasFrozenWhenAnotherCameRefutesTheSuspicion() {
    OutboxGate frozen = node(original.store, "mx1");
    assertThat(frozen.isOpen()).isTrue();
    OutboxGate next = node(original.store, "mx2");
    assertThat(next.isOpen()).isFalse();
    pass(PATIENCE);
    assertThat(next.isOpen()).isFalse();
    assertThat(holds().read().cause()).isEqualTo(Cause.COPY);

    assertThat(frozen.isOpen()).isTrue();

    assertThat(next.isOpen()).isTrue();
  }

  @Test
  void anOperatorsHoldStaysUntilItIsReleased() throws SQLException {
    OutboxGate first = node(original.store, "mx1");
    assertThat(first.isOpen()).isTrue();
    OutboxGate asked = node(original.store, "mx1", true, true);
    assertThat(asked.isOpen()).as("--hold-outbox").isFalse();
    assertThat(first.isOpen()).as("on all nodes").isFalse();
    assertThat(holds().hold(Cause.COPY, "mx3")).as("a suspicion changes nothing").isFalse();
    assertThat(first.isOpen()).isFalse();

    assertThat(holds().release("mx1")).isTrue();

    assertThat(asked.isOpen()).isTrue();
    assertThat(first.isOpen()).isTrue();
    try (Connection c = original.database.dataSource().getConnection();
        Statement audit = c.createStatement();
        var rows = audit.executeQuery("SELECT action, name FROM audit ORDER BY id")) {
      List<String> changes = new ArrayList<>();
      while (rows.next()) {
        changes.add(rows.getString(1) + " by " + rows.getString(2));
      }
      assertThat(changes).containsExactly("outbox held by mx1", "outbox released by mx1");
    }
  }

  @Test
  void anOrchestratedDeploymentMayStartOnNewMachinesAlone() {
    assertThat(node(original.store, "pod-1").isOpen()).isTrue();
    pass(WEEK);
    assertThat(node(original.store, "pod-2", false, false).isOpen()).isTrue();
  }

  // ---- the identity

  @Test
  void aMachineIsKnownByItsIdAndAContainerByItsNameToo(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("machine-id"), "0123\n");
    Path none = folder.resolve("none");
    Path fresh = Files.writeString(folder.resolve("fresh"), "uninitialized\n");

    assertThat(NodeIdentity.found(file, false, "a"))
        .isEqualTo(NodeIdentity.found(file, false, "b"));
    assertThat(NodeIdentity.found(file, true, "a"))
        .isNotEqualTo(NodeIdentity.found(file, true, "b"));
    assertThat(NodeIdentity.found(none, false, "a"))
        .isEqualTo(NodeIdentity.found(none, false, "a"))
        .isNotEqualTo(NodeIdentity.found(none, false, "b"));
    assertThat(NodeIdentity.found(fresh, false, "a"))
        .isNotEqualTo(NodeIdentity.found(fresh, false, "b"));
    assertThat(NodeIdentity.of("m", "/data", "h").id())
        .as("a copied directory beside its original")
        .isNotEqualTo(NodeIdentity.of("m", "/copy", "h").id())
        .doesNotContain("m");
  }
}
