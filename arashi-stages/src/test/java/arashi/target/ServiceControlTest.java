package arashi.target;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.Store;
import arashi.store.StoreFixture;
import arashi.store.database.OutageLimits;
import arashi.store.database.SwitchedConnections;
import arashi.store.policy.Policies;
import arashi.store.policy.Policy;
import arashi.store.policy.PolicyEdit;
import com.typesafe.config.ConfigFactory;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import seda.kernel.EventHandler;
import seda.kernel.GraphSnapshot;
import seda.kernel.ServiceClass;
import seda.kernel.ServiceOrder;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.config.GraphConfig;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/** A node that follows the policy of a real database, in virtual time. */
@Tag("database")
class ServiceControlTest {
  private static final RequestType SEARCH =
      RequestType.of("search", Duration.ofSeconds(2)).withDegradation();
  private static final RequestType FLAG = RequestType.of("flag", Duration.ofSeconds(2));
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration MILLI = Duration.ofMillis(1);
  private static final Duration TO_FOLLOW = Duration.ofSeconds(2);

  @AutoClose private static final StoreFixture fixture = new StoreFixture();

  private final Simulation simulation = new Simulation();
  private final SwitchedConnections connections =
      new SwitchedConnections(fixture.database.dataSource());
  private final Store store =
      Store.over(
          connections, OutageLimits.DEFAULT, simulation.clock()::instant, simulation.clock());
  private final Policies policies = fixture.store.service().policies(); // as another node has them
  private final PolicyInForce policy = new PolicyInForce(policies.read(), Set.of());
  private Stage<String> search;
  private Stage<String> flag;
  private Stage<String> session;
  private Stage<Policies> follow;
  private ServiceControl control;

  @AfterEach
  void restore() throws SQLException {
    store.service().availability().close();
    fixture.execute(
        "DELETE FROM stage_setting",
        "DELETE FROM response_target",
        "DELETE FROM service_class WHERE name NOT IN ('gold', 'standard', 'guest')",
        "UPDATE service_class SET guaranteed_share = 0");
  }

  @SuppressWarnings("unchecked") // the events of the stage that follows
  private void start(String configuration) {
    StageGraph graph = simulation.graph(GraphConfig.of(ConfigFactory.parseString(configuration)));
    WorkerPoolConfig threads = WorkerPoolConfig.fixed("mail-store", 1);
    WorkerPool pool = graph.workerPool(threads.withOrder(ServiceOrder.LEAST_SLACK));
    search = stage(graph, pool, "search");
    flag = stage(graph, pool, "flag");
    session = stage(graph, pool, "session");
    control = new ServiceControl(graph, policy, 1, new Random(1));
    control.add(SEARCH, search);
    control.add(FLAG, flag);
    control.share(session);
    control.follow(store.service().policies(), graph.workerPool("console", 2));
    control.controlQuality();
    follow = (Stage<Policies>) graph.find("follow targets").orElseThrow();
    graph.start();
  }

  private static Stage<String> stage(StageGraph graph, WorkerPool pool, String name) {
    Stage<String> stage = graph.stage(StageConfig.named(name), pool);
    return stage.handledBy(EventHandler.each(event -> {}));
  }

  private void change(PolicyEdit edit) {
    policies.change(0, edit);
  }

  private static PolicyEdit target(int millis) {
    return new PolicyEdit().target("gold", "search", OptionalInt.of(millis));
  }

  private ServiceClass named(String name) {
    return policy.named(name);
  }

  private long searchMillisOfGold() {
    return search.targets().nanos(named("gold").rank()) / 1_000_000;
  }

  @Test
  void putsAChangeInForceWithinTwoSeconds() {
    start("");
    long before = flag.targets().nanos(named("gold").rank());
    simulation.run(SECOND.minus(MILLI));
    change(target(777).serviceClass("guest", 1, 0.25));
    assertThat(searchMillisOfGold()).isNotEqualTo(777);

    simulation.run(TO_FOLLOW);

    assertThat(searchMillisOfGold()).isEqualTo(777);
    assertThat(search.guaranteedShare()).isEqualTo(0.25);
    assertThat(session.guaranteedShare()).as("without targets").isEqualTo(0.25);
    assertThat(flag.targets().nanos(named("gold").rank())).isEqualTo(before);
  }

  @Test
  void putsAChangeInForceAtOnceOnTheNodeThatMadeIt() {
    start("");
    change(target(777));

    control.applyNewest(store.service().policies());

    assertThat(searchMillisOfGold()).isEqualTo(777);
    assertThat(control.policy().policy()).isEqualTo(policies.read());
  }

  @Test
  void readsNothingButTheRevisionWhileNothingChanges() {
    start("");
    Policy before = policy.policy();
    int taken = connections.taken.get();

    simulation.run(SECOND.multipliedBy(10));

    assertThat(policy.policy()).isSameAs(before);
    assertThat(connections.taken.get() - taken).isEqualTo(10);
  }

  @Test
  void leavesTheShareThatTheConfigurationSets() {
    start("seda.stages.session.guaranteed-share = 0.125");
    change(new PolicyEdit().serviceClass("guest", 1, 0.25));

    simulation.run(TO_FOLLOW);

    assertThat(session.guaranteedShare()).isEqualTo(0.125);
    assertThat(search.guaranteedShare()).isEqualTo(0.25);
  }

  /** The kernel counts by rank; counts of one class must not appear under another. */
  @Test
  void countsTheFiguresOfAClassSinceThePolicyHasIt() {
    start("");
    simulation.run(SECOND);
    Map<ServiceClass, GraphSnapshot> before = control.since();
    assertThat(before).containsOnlyKeys(policy.classes().toArray(ServiceClass[]::new));

    change(new PolicyEdit().serviceClass("trial", 0, 0));
    simulation.run(TO_FOLLOW);

    Map<ServiceClass, GraphSnapshot> after = control.since();
    assertThat(after).containsAllEntriesOf(before).hasSize(before.size() + 1);
    assertThat(after.get(named("trial")).nanos()).isGreaterThan(SECOND.toNanos());

    change(new PolicyEdit().withoutClass("trial", "guest"));
    simulation.run(TO_FOLLOW);
    assertThat(control.since()).isEqualTo(before);
  }

  @Test
  void countsTheFiguresOfAClassAnewThatGetsAnotherRank() {
    start("");
    ServiceClass gold = named("gold");
    assertThat(gold.rank()).isZero();

    change(new PolicyEdit().serviceClass("first", Policies.MAX_PRIORITY, 0));
    simulation.run(TO_FOLLOW);

    assertThat(named("gold").rank()).isEqualTo(1);
    assertThat(control.since()).doesNotContainKey(gold);
    assertThat(control.since().get(named("gold")).nanos()).isPositive();
    assertThat(control.since().keySet()).first().isEqualTo(named("first"));
  }

  @Test
  void doesNotFollowWhileTheDatabaseFailsAndDoesOnceItAnswers() {
    start("");
    simulation.run(SECOND);
    assertThat(control.isFollowing()).isTrue();

    connections.away = true;
    simulation.run(SECOND);
    assertThat(control.isFollowing()).isFalse();

    connections.away = false;
    change(target(777));
    simulation.run(SECOND.multipliedBy(4)); // the store waits before it tries again
    store.service().availability().check();
    simulation.run(SECOND);
    assertThat(control.isFollowing()).isTrue();
    assertThat(searchMillisOfGold()).isEqualTo(777);
  }

  @Test
  void doesNotFollowADatabaseThatSaysNothingForFiveSeconds() {
    start("");
    simulation.serviceTime(follow, event -> SECOND.multipliedBy(60).toNanos());
    simulation.run(Duration.ofSeconds(5).minus(MILLI));
    assertThat(control.isFollowing()).isTrue();

    simulation.run(MILLI);
    assertThat(control.isFollowing()).isFalse();

    simulation.run(SECOND.multipliedBy(60));
    assertThat(control.isFollowing()).isTrue();
  }

  /** The pool has two threads, of which the console needs one. */
  @Test
  void looksOnceAtATimeHoweverLongThatTakes() {
    start("");
    int taken = connections.taken.get();
    simulation.serviceTime(follow, event -> Duration.ofMillis(3_500).toNanos());

    simulation.run(Duration.ofSeconds(10));

    assertThat(connections.taken.get() - taken).as("from 1 s and from 5 s on").isEqualTo(2);
    assertThat(follow.snapshot().accepted()).as("the third from 9 s on").isEqualTo(3);
  }

  @Test
  void setsTheQualityOfDegradableTypes() {
    start("");
    change(
        target(100)
            .target("gold", "flag", OptionalInt.of(100))
            .stage(
                "search", new Policy.StageSetting(Policy.Controller.NONE, OptionalDouble.empty()))
            .stage(
                "flag", new Policy.StageSetting(Policy.Controller.NONE, OptionalDouble.empty())));
    simulation.run(TO_FOLLOW);
    simulation.serviceTime(search, event -> Duration.ofMillis(50).toNanos());
    simulation.serviceTime(flag, event -> Duration.ofMillis(50).toNanos());
    for (int i = 0; i < 200; i++) {
      search.enqueue("x");
      flag.enqueue("x");
    }

    simulation.run(SECOND.multipliedBy(5));

    assertThat(search.quality().value(0)).isLessThan(1);
    assertThat(flag.quality().value(0)).as("does all or nothing").isEqualTo(1);
  }

  @Test
  void leavesTheQualityThatAnAdminHasFixed() {
    start("");
    change(
        new PolicyEdit()
            .stage(
                "search",
                new Policy.StageSetting(Policy.Controller.DEADLINE, OptionalDouble.of(0.5))));

    simulation.run(SECOND.multipliedBy(5));

    assertThat(search.quality().value(0)).isEqualTo(0.5);
    assertThat(control.stages().get(0).qualityReason(ServiceClass.DEFAULT))
        .isEqualTo("fixed by an admin");
  }
}
