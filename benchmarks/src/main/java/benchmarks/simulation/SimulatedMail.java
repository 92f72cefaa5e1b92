package benchmarks.simulation;

import benchmarks.baselines.Baseline;
import benchmarks.baselines.UserEvent;
import benchmarks.users.UserRequestType;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.SplittableRandom;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.ServiceOrder;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.config.GraphConfig;
import seda.kernel.control.QualityController;
import seda.kernel.graph.Overrides.Knob;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/**
 * The request stages of the mail service in virtual time, on a pool of two threads, under a
 * baseline's settings. Half of the capacity arrives for 5 s; then comes the load, and the count
 * begins. Deterministic for a seed.
 */
final class SimulatedMail {
  static final int THREADS = 2;
  private static final int QUEUE = 20_000;
  private static final int OPEN_USERS = 1_000;
  private static final long BEFORE = 5_000_000_000L;
  private static final double LOAD_BEFORE = 0.5;
  private static final long THINK = 20_000_000;
  private static final long SHED_RETRY = 1_000_000_000;
  private static final long FIXED_RETRY = 5_000_000_000L;
  private static final Duration QUALITY_PERIOD = Duration.ofMillis(100);
  private static final double LEAST_QUALITY = 0.1;

  private final Simulation simulation = new Simulation();
  private final Load load;
  private final Duration target;
  private final Random random;
  private final StageGraph graph;
  private final WorkerPool pool;
  private final List<Stage<Request>> stages = new ArrayList<>();
  private final int users;
  private final Tally tally;
  private double slowdown = 1;

  private static final class Request implements UserEvent {
    final int type;
    final int user;
    final long sent;
    double quality;

    Request(int type, int user, long sent) {
      this.type = type;
      this.user = user;
      this.sent = sent;
    }

    @Override
    public long user() {
      return user;
    }
  }

  /**
   * Creates a run.
   *
   * @param degrades false if the quality is fixed at 1
   */
  SimulatedMail(Baseline baseline, Load load, Duration target, boolean degrades, long seed) {
    this.load = load;
    this.target = target;
    this.random = new Random(seed);
    Config settings = ConfigFactory.parseString(baseline.settings());
    graph = simulation.graph(GraphConfig.of(settings));
    pool =
        graph.workerPool(
            WorkerPoolConfig.fixed("mail-store", THREADS).withOrder(ServiceOrder.LEAST_SLACK));
    MailType.MIX.forEach(this::declare);
    declareOthers();
    boolean controlled =
        !settings.hasPath("mail.quality-control") || settings.getBoolean("mail.quality-control");
    if (!degrades) {
      stages.forEach(stage -> stage.quality().fix(OptionalDouble.of(1)));
    } else if (controlled) {
      controlQuality();
    }
    users = load.isOpen() ? OPEN_USERS : (int) load.size();
    tally = new Tally(BEFORE, target.toNanos(), users);
    graph.start();
  }

  private void declare(MailType type) {
    StageConfig config = StageConfig.named(type.name()).withQueueCapacity(QUEUE).withBatchSize(1);
    Stage<Request> stage = graph.stage(config, pool);
    stage
        .arrivedAt(request -> request.sent)
        .targets(rank -> target.toNanos())
        .listener(new Shed())
        .handledBy(EventHandler.each(this::answer));
    simulation.serviceTime(stage, request -> serviceTime(type, stage, request));
    stages.add(stage);
    if (graph.overrides().setting(type.name(), Knob.ADMISSION).isEmpty()) {
      SplittableRandom jitter = new SplittableRandom(random.nextLong());
      stage.admission(new DeadlineAdmission(stage.targets(), stage::guaranteedShare, jitter));
    }
  }

  /** Declares the stages that the settings name and the mix does not load. */
  private void declareOthers() {
    List<String> loaded = MailType.MIX.stream().map(MailType::name).toList();
    for (String name : UserRequestType.stages()) {
      if (!loaded.contains(name)) {
        graph
            .stage(StageConfig.named(name), pool)
            .targets(rank -> target.toNanos())
            .handledBy(EventHandler.each(event -> {}));
      }
    }
  }

  private void controlQuality() {
    for (int i = 0; i < stages.size(); i++) {
      if (MailType.MIX.get(i).degradable()) {
        Stage<?> stage = stages.get(i);
        QualityController controller = new QualityController(LEAST_QUALITY);
        graph
            .timers()
            .every(
                QUALITY_PERIOD,
                () -> {
                  controller.adjust(
                      stage.load(),
                      stage.targets(),
                      stage.guaranteedShare(),
                      QUALITY_PERIOD.toNanos());
                  stage.quality().control(0, controller.quality(0));
                });
      }
    }
  }

  private final class Shed implements EventListener<Request> {
    @Override
    public void failed(Request request, Throwable cause) {
      throw new AssertionError(cause);
    }

    @Override
    public void shed(Request request) {
      refused(request, SHED_RETRY);
    }
  }

  private long serviceTime(MailType type, Stage<?> stage, Request request) {
    request.quality = type.degradable() ? stage.quality().value(0) : 1;
    return (long)
        (slowdown * request.quality * type.meanMicros() * 1_000 * (0.5 + random.nextDouble()));
  }

  private void answer(Request request) {
    long now = simulation.clock().nanos();
    tally.answered(request.type, request.user, request.sent, request.quality == 1, now);
    if (!load.isOpen() && request.sent >= BEFORE) {
      after(THINK, () -> send(anyType(), request.user));
    }
  }

  private void after(long nanos, Runnable action) {
    simulation.after(Duration.ofNanos(nanos), action);
  }

  private int anyType() {
    double left = random.nextDouble();
    int type = 0;
    while (type < MailType.MIX.size() - 1 && left >= MailType.MIX.get(type).share()) {
      left -= MailType.MIX.get(type++).share();
    }
    return type;
  }

  private void send(int type, int user) {
    long now = simulation.clock().nanos();
    tally.asked(type, now);
    Request request = new Request(type, user, now);
    EnqueueResult result = stages.get(type).enqueue(request);
    if (!result.accepted()) {
      refused(request, result.retryAfter().toNanos());
    }
  }

  private void refused(Request request, long retryNanos) {
    if (request.sent < BEFORE) {
      return;
    }
    tally.refused();
    switch (load.users()) {
      case OPEN -> {}
      case OBEDIENT -> again(request, retryNanos);
      case FIXED -> again(request, FIXED_RETRY);
      case IMPATIENT -> again(request, (long) ((0.2 + 0.4 * random.nextDouble()) * 1e9));
    }
  }

  private void again(Request request, long nanos) {
    after(nanos, () -> send(request.type, request.user));
  }

  private void openLoop(double perSecond, long until) {
    double seconds = -Math.log(1 - random.nextDouble()) / perSecond;
    after(
        (long) (seconds * 1e9),
        () -> {
          if (simulation.clock().nanos() < until) {
            send(anyType(), random.nextInt(users));
            openLoop(perSecond, until);
          }
        });
  }

  /** Runs the load for a time. Goodput is a share of the capacity that the threads had. */
  Outcome run(Duration time) {
    double capacity = MailType.capacity(THREADS);
    openLoop(LOAD_BEFORE * capacity, BEFORE);
    simulation.run(Duration.ofNanos(BEFORE));
    if (load.isOpen()) {
      openLoop(load.size() * capacity, Long.MAX_VALUE);
    } else {
      for (int user = 0; user < load.size(); user++) {
        int each = user;
        after(random.nextInt(1_000_000_000), () -> send(anyType(), each));
      }
    }
    simulation.run(time.dividedBy(2));
    slowdown = load.slowdown();
    simulation.run(time.minus(time.dividedBy(2)));
    double left = capacity * (1 + 1 / load.slowdown()) / 2;
    return tally.outcome(left, simulation.clock().nanos());
  }
}
