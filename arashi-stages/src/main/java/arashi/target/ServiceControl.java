package arashi.target;

import arashi.store.database.OutageException;
import arashi.store.database.StoreException;
import arashi.store.policy.Policies;
import arashi.store.policy.Policy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.EventHandler;
import seda.kernel.GraphSnapshot;
import seda.kernel.ServiceClass;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.ThreadDomain;
import seda.kernel.control.AimdController;
import seda.kernel.graph.Overrides.Knob;
import seda.kernel.graph.StageGraph;

/** All request stages under one policy, which is followed while the graph runs. */
public final class ServiceControl {
  private static final Logger log = LoggerFactory.getLogger(ServiceControl.class);

  /** Two of these are at most what a change takes to reach a node. */
  private static final Duration FOLLOW_PERIOD = Duration.ofSeconds(1);

  /** A node farther behind has lost the database, even if no call has failed yet. */
  private static final Duration MOST_BEHIND = Duration.ofSeconds(5);

  private static final Duration QUALITY_PERIOD = Duration.ofMillis(100);

  private final StageGraph graph;
  private final PolicyInForce policy;
  private final double aimdSpeed;
  private final RandomGenerator random;
  private final List<ControlledStage> stages = new ArrayList<>();
  private final List<Stage<?>> shared = new ArrayList<>();
  private volatile Map<ServiceClass, GraphSnapshot> since = Map.of();
  private final AtomicBoolean looking = new AtomicBoolean();
  private volatile boolean following = true;
  private volatile long followedNanos;

  /**
   * Nothing under control yet.
   *
   * @param aimdSpeed how many times as fast as the paper's service this one is, for stages that the
   *     policy gives the paper's controller; but for request types at the speed of the paper
   */
  public ServiceControl(
      StageGraph graph, PolicyInForce policy, double aimdSpeed, RandomGenerator random) {
    this.graph = graph;
    this.policy = policy;
    this.aimdSpeed = aimdSpeed;
    this.random = random;
    this.followedNanos = graph.clock().nanos();
    rank();
  }

  /** Puts a stage under the policy; before the graph starts. */
  public void add(RequestType type, Stage<?> stage) {
    double speed = type.speed() == RequestType.Speed.PAPER ? 1 : aimdSpeed;
    AimdController.Settings aimd = AimdController.Settings.PAPER.forSpeed(speed);
    stages.add(new ControlledStage(type, stage, graph, policy, aimd, random));
  }

  /**
   * Has classes keep their shares in a stage that has no targets, but the same threads; before the
   * graph starts.
   */
  public void share(Stage<?> stage) {
    if (graph.overrides().setting(stage.name(), Knob.GUARANTEED_SHARE).isEmpty()) {
      stage.guaranteedShare(policy.policy().guaranteedShare());
      shared.add(stage);
    }
  }

  /** Declares the stage that looks for changes, and the timers that drive it. */
  public void follow(Policies rows, ThreadDomain domain) {
    Stage<Policies> follow =
        graph.stage(
            StageConfig.named("follow targets").withQueueCapacity(1).withBatchSize(1), domain);
    follow.handledBy(EventHandler.each(this::readIfChanged)).blocking();
    graph.timers().every(FOLLOW_PERIOD, () -> look(follow, rows));
    graph
        .timers()
        .every(
            QUALITY_PERIOD,
            () -> stages.forEach(stage -> stage.adjustQuality(QUALITY_PERIOD.toNanos())));
  }

  /** One look at a time: a database that says nothing holds one thread of the domain, not all. */
  private void look(Stage<Policies> follow, Policies rows) {
    if (!looking.getAndSet(true) && !follow.enqueue(rows).accepted()) {
      looking.set(false);
    }
  }

  private void readIfChanged(Policies rows) {
    try {
      if (rows.revision() != policy.policy().revision()) {
        applyNewest(rows);
      }
      following = true;
      followedNanos = graph.clock().nanos();
    } catch (StoreException e) { // it will be tried again in a second
      if (following && !(e instanceof OutageException)) { // which is logged where it is found
        log.warn("the policy can't be followed: {}", e.toString());
      }
      following = false;
    } finally {
      looking.set(false);
    }
  }

  /**
   * Puts the policy that is stored now in force on this node. One after the other, so that none
   * that was read earlier is put in force later. Blocks on the database.
   */
  public synchronized void applyNewest(Policies rows) {
    apply(rows.read());
  }

  private void apply(Policy next) {
    policy.replace(next);
    rank();
    stages.forEach(stage -> stage.follow(next));
    shared.forEach(stage -> stage.guaranteedShare(next.guaranteedShare()));
  }

  private void rank() {
    GraphSnapshot now = graph.snapshot();
    Map<ServiceClass, GraphSnapshot> next = new LinkedHashMap<>();
    for (ServiceClass one : policy.classes()) {
      next.put(one, since.getOrDefault(one, now));
    }
    since = Collections.unmodifiableMap(next);
  }

  /**
   * The classes, highest first, each with the figures of when it got its rank: those that the
   * kernel had by then for the rank are another's.
   */
  public Map<ServiceClass, GraphSnapshot> since() {
    return since;
  }

  /**
   * Whether the database answered when the policy was last looked for, and that was lately: so the
   * pool that blocks on it runs too. Never blocks.
   */
  public boolean isFollowing() {
    return following && graph.clock().nanos() - followedNanos < MOST_BEHIND.toNanos();
  }

  /** The policy in force. */
  public PolicyInForce policy() {
    return policy;
  }

  /** The stages under control. */
  public List<ControlledStage> stages() {
    return List.copyOf(stages);
  }
}
