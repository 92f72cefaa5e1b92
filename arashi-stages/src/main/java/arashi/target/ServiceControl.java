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
import java.util.Optional;
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
import seda.kernel.admission.Levels;
import seda.kernel.control.AimdController;
import seda.kernel.graph.Overrides.Knob;
import seda.kernel.graph.StageGraph;

/** All request stages under one policy, which this class follows while the graph runs. */
public final class ServiceControl {
  private static final Logger log = LoggerFactory.getLogger(ServiceControl.class);

  /** Poll interval; a change reaches a node within two of these. */
  private static final Duration FOLLOW_PERIOD = Duration.ofSeconds(1);

  /**
   * Delay after which a node counts as disconnected from the database, even if no call has failed.
   */
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
   * Creates a control without stages.
   *
   * @param aimdSpeed speed of this service relative to the paper's, for stages with the paper's
   *     controller; request types at the paper's speed ignore it
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

  /** Puts a stage under the policy. Call before the graph starts. */
  public void add(RequestType type, Stage<?> stage) {
    add(type, stage, Optional.empty());
  }

  /**
   * Puts a stage under the policy.
   *
   * @param levels of the stage's pool, for the deadline controller; empty if it has none
   */
  public void add(RequestType type, Stage<?> stage, Optional<Levels> levels) {
    double speed = type.speed() == RequestType.Speed.PAPER ? 1 : aimdSpeed;
    AimdController.Settings aimd = AimdController.Settings.PAPER.forSpeed(speed);
    stages.add(new ControlledStage(type, stage, graph, policy, aimd, random, levels));
  }

  /**
   * Applies the guaranteed shares of the classes to a stage that has no targets but uses the same
   * threads. Call before the graph starts.
   */
  public void share(Stage<?> stage) {
    if (graph.overrides().setting(stage.name(), Knob.GUARANTEED_SHARE).isEmpty()) {
      stage.guaranteedShare(policy.policy().guaranteedShare());
      shared.add(stage);
    }
  }

  /** Declares the stage that polls for changes, and the timer that drives it. */
  public void follow(Policies rows, ThreadDomain domain) {
    Stage<Policies> follow =
        graph.stage(
            StageConfig.named("follow targets").withQueueCapacity(1).withBatchSize(1), domain);
    follow.handledBy(EventHandler.each(this::readIfChanged)).blocking();
    graph.timers().every(FOLLOW_PERIOD, () -> look(follow, rows));
  }

  /** Lowers the quality of the stages under load, from now on. */
  public void controlQuality() {
    graph
        .timers()
        .every(
            QUALITY_PERIOD,
            () -> stages.forEach(stage -> stage.adjustQuality(QUALITY_PERIOD.toNanos())));
  }

  /** Polls one at a time, so that a hanging database blocks only one thread of the domain. */
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
    } catch (StoreException e) { // retried in a second
      if (following && !(e instanceof OutageException)) { // outages are logged elsewhere
        log.warn("reading the policy failed, will retry: {}", e.toString());
      }
      following = false;
    } finally {
      looking.set(false);
    }
  }

  /**
   * Applies the stored policy on this node. Synchronized, so that an older policy never replaces a
   * newer one. Blocks on the database.
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
   * Returns the classes, highest first, each with the figures as of when it got its rank. Earlier
   * figures of the rank belong to another class.
   */
  public Map<ServiceClass, GraphSnapshot> since() {
    return since;
  }

  /**
   * Returns whether the database answered the last poll, and recently. If so, the pool that blocks
   * on it is alive, too. Never blocks.
   */
  public boolean isFollowing() {
    return following && graph.clock().nanos() - followedNanos < MOST_BEHIND.toNanos();
  }

  /** Returns the policy in force. */
  public PolicyInForce policy() {
    return policy;
  }

  /** Returns the stages under control. */
  public List<ControlledStage> stages() {
    return List.copyOf(stages);
  }
}
