package seda.kernel.control;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.ServiceClass;
import seda.kernel.ServiceOrder;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.admission.Levels;
import seda.kernel.control.SimulatedMix.RequestType;
import seda.kernel.control.SimulatedMix.Tally;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/**
 * Accounts that send requests of several types to one pool in virtual time, through an early check
 * and a {@link DeadlineAdmission} for each type, as a service has them. Service times are uniform
 * from half to one and a half of their mean. A session is ten requests of an account in a row, of
 * which the first is admitted after an absence: 5 s in which each of its requests was refused, or a
 * single refusal if the pool refuses by request, because there no account is refused for 5 s.
 */
final class SimulatedAccounts {
  static final Duration PERIOD = Duration.ofSeconds(30);
  static final Levels.Settings SETTINGS =
      new Levels.Settings(PERIOD, Duration.ofMillis(500), 8_192);

  private static final int PROCESSORS = 2;
  private static final int SESSION = 10;
  private static final long WINDOW = 5_000_000_000L;
  private static final long WARM_UP = 5_000_000_000L;

  private final class Account {
    final long key = random.nextLong();
    long lastAnswer;
    boolean refusedSince;
    int inSession; // requests of the session so far; 0: none
    long longestAbsence;

    void asked(EnqueueResult result) {
      boolean admitted = result.accepted();
      long now = simulation.clock().nanos();
      if (admitted) {
        longestAbsence = Math.max(longestAbsence, now - lastAnswer);
        admitted(now);
      } else {
        broken += inSession > 0 ? 1 : 0;
        refusedIn += result.outcome() == EnqueueResult.Outcome.TOO_LATE ? 1 : 0;
        refusedSince = true;
        if (result.outcome() == EnqueueResult.Outcome.OUT_OF_TURN) {
          longestWait = Collections.max(List.of(longestWait, result.retryAfter()));
        }
        inSession = 0;
      }
    }

    private void admitted(long now) {
      if (refusedSince && now >= WARM_UP) {
        inSession = 1;
      } else if (inSession > 0 && ++inSession == SESSION) {
        finished++;
        inSession = 0;
      }
      refusedSince = false;
      lastAnswer = now;
    }
  }

  private record Request(long sent, int type, Account of, Runnable again) {}

  private final Simulation simulation = new Simulation();
  private final StageGraph graph = simulation.graph();
  private final WorkerPool pool;
  private final Random random;
  private final List<RequestType> types;
  private final List<Stage<Request>> stages = new ArrayList<>();
  private final List<Account> accounts = new ArrayList<>();
  private final Map<Long, List<Tally>> windows = new HashMap<>();
  private final Levels levels; // null: refuses at random
  private long finished;
  private long broken;
  private long refusedIn;
  private int inService;
  private Duration longestWait = Duration.ZERO;

  /**
   * Creates accounts that send nothing yet.
   *
   * @param settings of the levels; null: the pool refuses by request
   */
  SimulatedAccounts(List<RequestType> types, int accounts, Levels.Settings settings, long seed) {
    this(types, accounts, PROCESSORS, settings, seed);
  }

  /**
   * Creates accounts before a pool that may have more threads than processors: an event takes
   * longer by the number of events for each processor at its beginning.
   */
  SimulatedAccounts(
      List<RequestType> types, int accounts, int threads, Levels.Settings settings, long seed) {
    this.types = types;
    this.pool =
        graph.workerPool(
            WorkerPoolConfig.fixed("store", threads).withOrder(ServiceOrder.LEAST_SLACK));
    this.random = new Random(seed);
    this.levels =
        settings == null
            ? null
            : new Levels(settings, simulation.clock(), event -> ((Request) event).of().key);
    types.forEach(type -> stages.add(stage(type)));
    for (int i = 0; i < accounts; i++) {
      this.accounts.add(new Account());
    }
    graph.start();
  }

  private Stage<Request> stage(RequestType type) {
    StageConfig config = StageConfig.named(type.name()).withQueueCapacity(20_000).withBatchSize(1);
    Stage<Request> stage = graph.stage(config, pool);
    long target = (long) (type.targetMillis() * 1e6);
    stage
        .arrivedAt(Request::sent)
        .targets(rank -> target)
        .listener(new Shed())
        .handledBy(EventHandler.each(this::answer));
    simulation.serviceTime(
        stage,
        request -> {
          double longer = Math.max(1, (double) ++inService / PROCESSORS);
          return (long) (longer * type.meanMicros() * 1_000 * (0.5 + random.nextDouble()));
        });
    stage.admission(
        new DeadlineAdmission(
            stage.targets(), stage::guaranteedShare, new Random(random.nextLong()), levels));
    return stage;
  }

  private final class Shed implements EventListener<Request> {
    @Override
    public void failed(Request request, Throwable cause) {
      throw new AssertionError(cause);
    }

    @Override
    public void shed(Request request) {
      Tally tally = tally(request.type());
      tally.shed++;
      tally.admitted--;
      request.again().run();
    }
  }

  private Tally tally(int type) {
    return windows
        .computeIfAbsent(
            simulation.clock().nanos() / WINDOW, key -> types.stream().map(Tally::new).toList())
        .get(type);
  }

  private void answer(Request request) {
    inService--;
    tally(request.type()).times.add(simulation.clock().nanos() - request.sent());
    request.again().run();
  }

  private void after(double nanos, Runnable action) {
    simulation.after(Duration.ofNanos((long) nanos), action);
  }

  /** Returns the requests per second that the processors can serve. */
  double capacity() {
    return PROCESSORS * 1e6 / types.stream().mapToDouble(t -> t.meanMicros() * t.share()).sum();
  }

  /** Adds an open loop of requests, evenly over the accounts. */
  SimulatedAccounts openLoop(double perSecond) {
    return openLoopUntil(perSecond, Integer.MAX_VALUE);
  }

  /** Adds an open loop that ends after some seconds. */
  SimulatedAccounts openLoopUntil(double perSecond, int seconds) {
    after(
        -Math.log(1 - random.nextDouble()) / perSecond * 1e9,
        () -> {
          if (simulation.now().toSeconds() < seconds) {
            send(anyType(), accounts.get(random.nextInt(accounts.size())), () -> {});
            openLoopUntil(perSecond, seconds);
          }
        });
    return this;
  }

  /** Adds a user for each account, who thinks, asks, and honours Retry-After. */
  SimulatedAccounts obedientUsers(Duration think) {
    accounts.forEach(account -> think(account, think));
    return this;
  }

  private void think(Account account, Duration think) {
    after(
        -Math.log(1 - random.nextDouble()) * think.toNanos(), () -> ask(account, anyType(), think));
  }

  private void ask(Account account, int type, Duration think) {
    EnqueueResult result = send(type, account, () -> think(account, think));
    if (!result.accepted()) {
      // browsers know whole seconds
      long seconds = result.retryAfter().plusNanos(999_999_999).toSeconds();
      after(Math.max(1, seconds) * 1e9, () -> ask(account, type, think));
    }
  }

  private int anyType() {
    double left = random.nextDouble();
    int type = 0;
    while (type < types.size() - 1 && left >= types.get(type).share()) {
      left -= types.get(type).share();
      type++;
    }
    return type;
  }

  private EnqueueResult send(int type, Account account, Runnable again) {
    Request request = new Request(simulation.clock().nanos(), type, account, again);
    EnqueueResult result =
        levels == null
            ? EnqueueResult.ACCEPTED
            : levels.early(() -> account.key, ServiceClass.DEFAULT);
    if (result.accepted()) {
      result = stages.get(type).enqueue(request);
    }
    Tally tally = tally(type);
    tally.asked++;
    tally.admitted += result.accepted() ? 1 : 0;
    account.asked(result);
    return result;
  }

  SimulatedAccounts run(int seconds) {
    simulation.run(Duration.ofSeconds(seconds));
    return this;
  }

  /** Returns the tallies by type of the complete windows after the warm-up. */
  List<List<Tally>> windows() {
    long complete = simulation.clock().nanos() / WINDOW;
    return windows.entrySet().stream()
        .filter(window -> window.getKey() >= WARM_UP / WINDOW && window.getKey() < complete)
        .sorted(Map.Entry.comparingByKey())
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Returns the answers per second within their target, as a share of the capacity. */
  double goodput() {
    long answers =
        windows().stream()
            .flatMap(List::stream)
            .mapToLong(tally -> tally.times.size() - tally.late())
            .sum();
    return answers * 1e9 / (windows().size() * WINDOW) / capacity();
  }

  /** Returns the highest 90th percentile of a type in a window, as a share of the target. */
  double worstP90() {
    return windows().stream().flatMap(List::stream).mapToDouble(Tally::p90).max().orElse(0);
  }

  /** Returns the refused share of all requests. */
  double refused() {
    double asked = windows().stream().flatMap(List::stream).mapToInt(tally -> tally.asked).sum();
    double in = windows().stream().flatMap(List::stream).mapToInt(tally -> tally.admitted).sum();
    return 1 - in / asked;
  }

  /** Returns the least admitted share of a type after the warm-up, in that of all types. */
  double leastShare() {
    double all = 1 - refused();
    List<Double> shares = new ArrayList<>();
    for (int type = 0; type < types.size(); type++) {
      double asked = 0;
      double admitted = 0;
      for (List<Tally> window : windows()) {
        asked += window.get(type).asked;
        admitted += window.get(type).admitted;
      }
      shares.add(admitted / asked);
    }
    return Collections.min(shares) / all;
  }

  /** Returns the number of sessions that ended, finished or not. */
  long sessions() {
    return finished + broken;
  }

  /** Returns the finished share of the sessions that ended; 1 if there were none. */
  double finished() {
    return sessions() == 0 ? 1 : (double) finished / sessions();
  }

  /** Returns the longest {@code retryAfter} of a refusal out of turn. */
  Duration longestWait() {
    return longestWait;
  }

  /** Returns the requests that the deadline rule refused. */
  long refusedIn() {
    return refusedIn;
  }

  /** Returns the longest time in seconds that an account, which kept asking, had no answer. */
  double longestAbsence() {
    long now = simulation.clock().nanos();
    return accounts.stream()
            .mapToLong(
                account ->
                    Math.max(
                        account.longestAbsence,
                        account.refusedSince ? now - account.lastAnswer : 0))
            .max()
            .orElse(0)
        / 1e9;
  }

  /** Returns θ. */
  double served() {
    return levels == null ? 1 : levels.served(0);
  }
}
