package seda.kernel.control;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import seda.kernel.AdmissionController;
import seda.kernel.Answerable;
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
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/**
 * A mix of request types on one pool in virtual time, with one policy per type, as a service has
 * them; {@link DeadlineAdmission} if nothing else is said. Requests come in an open loop or from
 * users, singly or in bursts: a processor that reads many sockets hands on all of a millisecond at
 * once. Service times are uniform from half to one and a half of their mean. The results are those
 * of windows of 5 s after the warm-up.
 */
final class SimulatedMix {
  private static final int THREADS = 2;
  private static final long WINDOW = 5_000_000_000L;
  private static final long WARM_UP = 5_000_000_000L;
  private static final long THINK = 20_000_000L;
  private static final long BURST = 1_000_000L;
  private static final long BETWEEN = 3_000L; // a processor's time from one event to the next

  /** A request type: mean service time, share of the requests, target. */
  record RequestType(String name, double meanMicros, double share, double targetMillis) {
    double serviceP90Micros() {
      return 1.4 * meanMicros;
    }

    RequestType within(double millis) {
      return new RequestType(name, meanMicros, share, millis);
    }
  }

  /** A type's requests of a window, by class. */
  static final class Tally {
    final RequestType type;
    int asked;
    int admitted;
    int trials;
    int shed;
    final List<Long> times = new ArrayList<>();

    Tally(RequestType type) {
      this.type = type;
    }

    /** Returns the share of its requests that was admitted, without possible trials. */
    double share() {
      return (double) (admitted - trials) / asked;
    }

    /** Returns the 90th percentile of the response times, as a share of the target. */
    double p90() {
      if (times.isEmpty()) {
        return 0;
      }
      Collections.sort(times);
      return times.get((int) Math.ceil(0.9 * times.size()) - 1) / (type.targetMillis() * 1e6);
    }

    long late() {
      return times.stream().filter(time -> time > type.targetMillis() * 1e6).count();
    }
  }

  /** Creates the admission policy of a stage. */
  @FunctionalInterface
  interface Policy {
    AdmissionController<Object> of(Stage<?> stage, StageGraph graph, Random jitter);
  }

  static final Policy DEADLINE =
      (stage, graph, jitter) ->
          new DeadlineAdmission(stage.targets(), stage::guaranteedShare, jitter);

  /** A user who asks, and may stop waiting. */
  interface Asker {
    /** Goes on, some time after the answer or as soon as the request is shed. */
    void again();

    /** The answer has come. */
    default void answered() {}

    /** True once the user no longer waits for the request. */
    default boolean hasLeft() {
      return false;
    }
  }

  /** An answer that its user has seen; the response time is a share of its target. */
  record Answer(long at, int type, double byTarget) {}

  private record Request(long sent, int type, ServiceClass of, Asker asker) implements Answerable {
    @Override
    public boolean isAbandoned() {
      return asker.hasLeft();
    }

    @Override
    public void shed() {
      asker.again();
    }

    @Override
    public void failed(Throwable cause) {
      throw new AssertionError(cause);
    }
  }

  private record Offer(Request request, Consumer<EnqueueResult> refused) {}

  private final Simulation simulation = new Simulation();
  private final StageGraph graph = simulation.graph();
  private final WorkerPool pool =
      graph.workerPool(
          WorkerPoolConfig.fixed("store", THREADS).withOrder(ServiceOrder.LEAST_SLACK));
  private final Random random;
  private final List<RequestType> types;
  private final List<Stage<Request>> stages = new ArrayList<>();
  private final List<List<List<Tally>>> windows = new ArrayList<>(); // by window, rank and type
  private final List<Offer> burst = new ArrayList<>();
  private final Policy policy;
  private final boolean inBursts;
  private final int classes;
  private final long[][] lastAdmitted;
  private final double[] busyNanos;
  private final List<Answer> answers = new ArrayList<>();
  private long answerLag;
  private double slowness = 1;
  private int servedForNobody;

  /** Creates a mix of this many classes, whose requests are of all types alike. */
  SimulatedMix(List<RequestType> types, int classes, boolean inBursts, long seed) {
    this(types, classes, inBursts, seed, DEADLINE);
  }

  /** Creates a mix with another policy than the deadline's. */
  SimulatedMix(List<RequestType> types, int classes, boolean inBursts, long seed, Policy policy) {
    this.policy = policy;
    this.types = types;
    this.classes = classes;
    this.inBursts = inBursts;
    this.random = new Random(seed);
    this.busyNanos = new double[classes];
    this.lastAdmitted = new long[types.size()][classes];
    types.forEach(type -> stages.add(stage(type)));
    graph.start();
  }

  private Stage<Request> stage(RequestType type) {
    StageConfig config = StageConfig.named(type.name()).withQueueCapacity(20_000).withBatchSize(1);
    Stage<Request> stage = graph.stage(config, pool);
    long target = (long) (type.targetMillis() * 1e6);
    stage
        .arrivedAt(Request::sent)
        .classifiedBy(Request::of)
        .targets(rank -> target)
        .listener(new Shed())
        .handledBy(EventHandler.each(this::answer));
    simulation.serviceTime(stage, request -> time(type, request.of().rank()));
    stage.admission(policy.of(stage, graph, new Random(random.nextLong())));
    return stage;
  }

  private final class Shed implements EventListener<Request> {
    @Override
    public void failed(Request request, Throwable cause) {
      throw new AssertionError(cause);
    }

    @Override
    public void shed(Request request) {
      Tally tally = tally(request);
      tally.shed++;
      tally.admitted--;
      request.shed();
    }
  }

  private long time(RequestType type, int rank) {
    long nanos = (long) (slowness * type.meanMicros() * 1_000 * (0.5 + random.nextDouble()));
    busyNanos[rank] += simulation.clock().nanos() >= WARM_UP ? nanos : 0;
    return nanos;
  }

  private Tally tally(Request request) {
    int window = (int) (simulation.clock().nanos() / WINDOW);
    while (windows.size() <= window) {
      List<List<Tally>> byRank = new ArrayList<>();
      for (int rank = 0; rank < classes; rank++) {
        byRank.add(types.stream().map(Tally::new).toList());
      }
      windows.add(byRank);
    }
    return windows.get(window).get(request.of().rank()).get(request.type());
  }

  private void answer(Request request) {
    if (request.isAbandoned()) {
      servedForNobody++;
      return;
    }
    long took = simulation.clock().nanos() - request.sent() + answerLag;
    tally(request).times.add(took);
    double target = types.get(request.type()).targetMillis() * 1e6;
    answers.add(new Answer(simulation.clock().nanos(), request.type(), took / target));
    request.asker().answered();
    after(answerLag + THINK, request.asker()::again);
  }

  /** Schedules an action. */
  void after(long nanos, Runnable action) {
    simulation.after(Duration.ofNanos(nanos), action);
  }

  /** Returns the requests per second that the threads can serve. */
  double capacity() {
    return THREADS * 1e6 / types.stream().mapToDouble(t -> t.meanMicros() * t.share()).sum();
  }

  /** Adds requests at a rate, of a class. */
  SimulatedMix openLoop(double perSecond, ServiceClass of) {
    after(
        (long) (-Math.log(1 - random.nextDouble()) / perSecond * 1e9),
        () -> {
          send(anyType(), of, () -> {}, result -> {});
          openLoop(perSecond, of);
        });
    return this;
  }

  /**
   * Adds users of a class. A refused user honours Retry-After, or returns after 0.2 to 0.6 s if
   * impatient, with the same request.
   */
  SimulatedMix users(int count, boolean impatient, ServiceClass of) {
    for (int i = 0; i < count; i++) {
      after(random.nextInt(1_000_000_000), () -> ask(impatient, of));
    }
    return this;
  }

  /**
   * Lets all answers wait for the processors before they leave.
   *
   * @param measured true if the kernel measures the wait
   */
  SimulatedMix answersWait(double millis, boolean measured) {
    answerLag = (long) (millis * 1e6);
    simulation.processorLag(Duration.ofNanos(measured ? answerLag : 0));
    return this;
  }

  /** Stops the process for a time, during which requests arrive. */
  SimulatedMix pause(double millis) {
    simulation.pause(Duration.ofNanos((long) (millis * 1e6)));
    return this;
  }

  private void ask(boolean impatient, ServiceClass of) {
    insist(anyType(), impatient, of);
  }

  private void insist(int type, boolean impatient, ServiceClass of) {
    Consumer<EnqueueResult> refused =
        result ->
            after(
                impatient
                    ? (long) ((0.2 + 0.4 * random.nextDouble()) * 1e9)
                    : result.retryAfter().toNanos(),
                () -> insist(type, impatient, of));
    send(type, of, () -> ask(impatient, of), refused);
  }

  /**
   * Sends a request, now or with the next burst.
   *
   * @param asker continues after an answer
   * @param refused continues after a refusal
   */
  void send(int type, ServiceClass of, Asker asker, Consumer<EnqueueResult> refused) {
    offer(new Offer(new Request(simulation.clock().nanos(), type, of, asker), refused));
  }

  /** Makes each service take this many times as long. */
  SimulatedMix slow(double times) {
    slowness = times;
    return this;
  }

  /** Returns the answers in order, those to users who had left excluded. */
  List<Answer> answers() {
    return answers;
  }

  /** Returns the number of requests that were served although their users had left. */
  int servedForNobody() {
    return servedForNobody;
  }

  RequestType type(int type) {
    return types.get(type);
  }

  /** Returns a random type by its share. */
  int anyType() {
    double left = random.nextDouble();
    int type = 0;
    while (type < types.size() - 1 && left >= types.get(type).share()) {
      left -= types.get(type).share();
      type++;
    }
    return type;
  }

  private void offer(Offer offer) {
    if (!inBursts) {
      enqueue(offer);
      return;
    }
    if (burst.isEmpty()) {
      after(BURST - simulation.clock().nanos() % BURST, this::release);
    }
    burst.add(offer);
  }

  private void release() {
    Collections.shuffle(burst, random);
    for (int i = 0; i < burst.size(); i++) {
      Offer offer = burst.get(i);
      after(i * BETWEEN, () -> enqueue(offer));
    }
    burst.clear();
  }

  private void enqueue(Offer offer) {
    Request request = offer.request();
    EnqueueResult result = stages.get(request.type()).enqueue(request);
    Tally tally = tally(request);
    tally.asked++;
    if (result.accepted()) {
      tally.admitted++;
      tally.trials += isTrial(request) ? 1 : 0;
    } else {
      offer.refused().accept(result);
    }
  }

  /** True if the last admission of the type and class was so long ago that a trial is due. */
  private boolean isTrial(Request request) {
    long now = simulation.clock().nanos();
    long last = lastAdmitted[request.type()][request.of().rank()];
    lastAdmitted[request.type()][request.of().rank()] = now;
    return now - last >= Math.max(1e9, types.get(request.type()).targetMillis() * 1e6);
  }

  SimulatedMix run(int seconds) {
    simulation.run(Duration.ofSeconds(seconds));
    return this;
  }

  /** Returns the complete windows after the warm-up: for each rank the tallies of the types. */
  List<List<List<Tally>>> windows() {
    int complete = (int) (simulation.clock().nanos() / WINDOW);
    return windows.subList((int) (WARM_UP / WINDOW), Math.min(complete, windows.size()));
  }

  /** Returns the share of the threads' time that a class had after the warm-up. */
  double utilisation(int rank) {
    return busyNanos[rank] / (THREADS * (double) (simulation.clock().nanos() - WARM_UP));
  }

  /**
   * Returns the answers per second after the warm-up, as a share of {@link #capacity}. It can
   * exceed 1, because short requests are admitted more easily.
   */
  double goodput() {
    long answers =
        windows().stream()
            .flatMap(List::stream)
            .flatMap(List::stream)
            .mapToLong(tally -> tally.times.size())
            .sum();
    return answers * 1e9 / (windows().size() * WINDOW) / capacity();
  }
}
