package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import seda.kernel.AdmissionController;
import seda.kernel.Batch;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.EventListener;
import seda.kernel.IoSource;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Reservation;
import seda.kernel.ServiceClass;
import seda.kernel.ServiceOrder;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageSnapshot;
import seda.kernel.ThreadDomain;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.admission.RateAdmission;
import seda.kernel.admission.RedAdmission;
import seda.kernel.admission.ThresholdAdmission;
import seda.kernel.admission.TokenBucket;
import seda.kernel.graph.StageGraph;

/** The graph of {@link SoakTest}, and the accounts of its events. */
final class SoakGraph {
  private static final int SLOTS = 6;
  private static final Duration GRACE = Duration.ofSeconds(60);
  private static final ServiceClass[] CLASSES = {
    new ServiceClass("high", 0), new ServiceClass("middle", 1), new ServiceClass("low", 4)
  };

  private final StageGraph graph = new StageGraph(Clock.system());
  private final Random random;
  private final Processors processors;
  private final WorkerPool shared;

  /** The open stages by slot; changed by one thread. */
  private final List<Stage<Event>> open = new java.util.concurrent.CopyOnWriteArrayList<>();

  // accounts
  private final Queue<Stage<Event>> lived = new ConcurrentLinkedQueue<>();
  private final Queue<Event> events = new ConcurrentLinkedQueue<>();
  private final Queue<Reservation> reservations = new ConcurrentLinkedQueue<>();
  private final AtomicLong completed = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final AtomicLong shed = new AtomicLong();
  private int changes;
  private int pools;

  /** Offered once. */
  private static final class Event {
    final int hops;
    final int weight;
    final ServiceClass serviceClass;
    final AtomicInteger ends = new AtomicInteger();
    volatile boolean accepted;

    Event(RandomGenerator random, int hops) {
      this.hops = hops;
      this.weight = 1 + random.nextInt(3);
      this.serviceClass = CLASSES[random.nextInt(CLASSES.length)];
    }
  }

  /** An error without a stack trace. */
  private static final class OnPurpose extends Error {
    private static final long serialVersionUID = 1;

    OnPurpose() {
      super("on purpose", null, false, false);
    }
  }

  SoakGraph(long seed) {
    random = new Random(seed);
    ServiceOrder order = ServiceOrder.builtIn().get(random.nextInt(ServiceOrder.builtIn().size()));
    processors =
        graph.processors(
            new ProcessorsConfig("soak-processors", 2, 256, 4, Duration.ofMillis(1)),
            IoSource::none);
    shared =
        graph.workerPool(
            WorkerPoolConfig.fixed("soak-shared", 2).withThreads(1, 4).withOrder(order));
    prepared(graph.stage(StageConfig.named("keeps the pool"), shared));
    for (int slot = 0; slot < SLOTS; slot++) {
      open.add(prepared(graph.stage(config(slot), domain())));
    }
  }

  void start() {
    graph.start();
  }

  private ThreadDomain domain() {
    return switch (random.nextInt(5)) {
      case 0, 1 -> processors;
      case 2 -> graph.workerPool("soak-own-" + pools++, 1 + random.nextInt(2));
      default -> shared;
    };
  }

  private StageConfig config(int slot) {
    return new StageConfig(
        "slot" + slot,
        8 << random.nextInt(6),
        1 + random.nextInt(16),
        random.nextInt(3) * 0.1,
        random.nextBoolean(),
        Optional.of(Duration.ofMillis(1 + random.nextInt(100))));
  }

  private Stage<Event> prepared(Stage<Event> stage) {
    lived.add(stage);
    return stage
        .handledBy(this::handle)
        .classifiedBy(event -> event.serviceClass)
        .weighedBy(event -> event.weight)
        .orderedBy((one, other) -> one.weight - other.weight)
        .listener(
            new EventListener<>() {
              @Override
              public void failed(Event event, Throwable cause) {
                end(event, failed);
              }

              @Override
              public void shed(Event event) {
                end(event, shed);
              }
            });
  }

  private static void end(Event event, AtomicLong how) {
    event.ends.incrementAndGet();
    how.incrementAndGet();
  }

  // ---- actions of handlers

  private void handle(Batch<Event> batch) {
    RandomGenerator choice = ThreadLocalRandom.current();
    if (choice.nextInt(200) == 0) {
      throw new OnPurpose(); // before it takes any
    }
    while (batch.hasNext()) {
      if (choice.nextInt(200) == 0) {
        return; // leaves the rest
      }
      Event event = batch.next();
      work(choice.nextInt(2_000));
      switch (choice.nextInt(40)) {
        case 0 -> throw new OnPurpose();
        case 1 -> batch.shed();
        case 2 -> {
          batch.shed();
          throw new OnPurpose(); // fails; must not be shed as well
        }
        default -> {
          if (event.hops > 0 && choice.nextInt(3) > 0) {
            send(choice, event.hops - 1);
          }
          end(event, completed);
        }
      }
    }
  }

  private static void work(int steps) {
    for (int i = 0; i < steps; i++) {
      Thread.onSpinWait();
    }
  }

  // ---- actions of producers and handlers

  /** Offers one or several events to some stage, in one of all ways. */
  void send(RandomGenerator choice, int hops) {
    int slot = choice.nextInt(SLOTS);
    Stage<Event> stage = open.get(slot);
    Event event = event(choice, hops);
    switch (choice.nextInt(10)) {
      case 0, 1 -> note(stage.enqueue(event), List.of(event));
      case 2 -> note(stage.on(choice.nextInt(2)).enqueue(event), List.of(event));
      case 3, 4 -> {
        List<Event> group = group(choice, hops);
        note(stage.enqueueAll(group), group);
      }
      case 5 -> reserve(choice, stage, group(choice, hops));
      case 6 ->
          graph
              .timers()
              .after(Duration.ofMillis(1), () -> note(stage.enqueue(event), List.of(event)));
      default -> sendByName(slot, event);
    }
  }

  private void sendByName(int slot, Event event) {
    Optional<Stage<?>> found = graph.find("slot" + slot);
    if (found.isPresent()) {
      try {
        note(graph.<Event>sink("slot" + slot).enqueue(event), List.of(event));
      } catch (IllegalStateException e) {
        // the stage was destroyed in between
        assertThat(e).hasMessageContaining("no stage named");
      }
    }
  }

  private void reserve(RandomGenerator choice, Stage<Event> stage, List<Event> group) {
    Reservation reservation = stage.reserve(group, Duration.ofMillis(choice.nextInt(3)));
    reservations.add(reservation);
    work(choice.nextInt(1_000));
    switch (choice.nextInt(4)) {
      case 0 -> reservation.abort();
      case 1 -> {} // expires
      default -> note(reservation.commit(), group);
    }
  }

  private Event event(RandomGenerator choice, int hops) {
    Event event = new Event(choice, hops);
    events.add(event);
    return event;
  }

  private List<Event> group(RandomGenerator choice, int hops) {
    List<Event> group = new ArrayList<>();
    for (int i = choice.nextInt(6); i >= 0; i--) {
      group.add(event(choice, hops));
    }
    return group;
  }

  private static void note(EnqueueResult result, List<Event> offered) {
    if (result.accepted()) {
      offered.forEach(event -> event.accepted = true);
    }
  }

  // ---- changes of the graph, by one thread

  void change() {
    changes++;
    int slot = random.nextInt(SLOTS);
    Stage<Event> stage = open.get(slot);
    switch (random.nextInt(11)) {
      case 0 -> replace(slot, stage);
      case 1 -> destroyAndOpen(slot, stage);
      case 2, 3 -> shared.resize(random.nextInt(6));
      case 4, 5, 6 -> stage.admission(admission());
      case 7, 8 -> stage.batchLimit(1 + random.nextInt(20));
      case 9 -> graph.trace("slot" + slot, random.nextInt(3));
      default -> assertThat(graph.snapshot().stages()).hasSize(SLOTS + 1);
    }
  }

  private Duration grace() {
    return random.nextBoolean() ? GRACE : Duration.ZERO;
  }

  private void replace(int slot, Stage<Event> stage) {
    Stage<Event> next = prepared(graph.successor(config(slot), domain()));
    Duration grace = grace();
    boolean drained = graph.replace(stage, next, grace);
    assertThat(drained || grace.isZero()).isTrue();
    open.set(slot, next);
  }

  private void destroyAndOpen(int slot, Stage<Event> stage) {
    graph.destroy(stage, grace());
    Stage<Event> next = prepared(graph.stage(config(slot), domain()));
    graph.open(next);
    open.set(slot, next);
  }

  private AdmissionController<? super Event> admission() {
    return switch (random.nextInt(4)) {
      case 0 -> new ThresholdAdmission(1 + random.nextInt(100), Duration.ZERO);
      case 1 -> new RateAdmission(new TokenBucket(20_000, 100, graph.clock().nanos()));
      case 2 ->
          new RedAdmission(
              new RedAdmission.Settings(4, 100, 0.5, 0.2),
              new Random(random.nextLong()),
              Duration.ZERO);
      default -> AdmissionController.always();
    };
  }

  void stop() {
    graph.stop(grace());
    reservations.forEach(Reservation::abort);
  }

  // ---- the balance

  long eventsAccepted() {
    return events.stream().filter(event -> event.accepted).count();
  }

  int changes() {
    return changes;
  }

  void assertThatEachEventEndedOnce(String run) {
    for (Event event : events) {
      assertThat(event.ends).as(run).hasValue(event.accepted ? 1 : 0);
    }
    long acceptedByStages = 0;
    for (Stage<Event> stage : lived) {
      StageSnapshot end = stage.snapshot();
      assertThat(end.accepted())
          .as("%s: %s", run, end)
          .isEqualTo(end.completed() + end.failed() + end.shed());
      assertThat(end.queue().length()).as("%s: %s", run, end).isZero();
      assertThat(end.queue().credits()).as("%s: %s", run, end).isZero();
      acceptedByStages += end.accepted();
    }
    assertThat(acceptedByStages).as(run).isEqualTo(eventsAccepted());
    assertThat(sum(StageSnapshot::completed)).as(run).isEqualTo(completed.get());
    assertThat(sum(StageSnapshot::failed)).as(run).isEqualTo(failed.get());
    assertThat(sum(StageSnapshot::shed)).as(run).isEqualTo(shed.get());
    assertThat(List.of(completed.get(), failed.get(), shed.get())).as(run).allMatch(n -> n > 0);
    assertThat(DomainFixture.threadsNamed("soak-")).as(run).isEmpty();
  }

  private long sum(java.util.function.ToLongFunction<StageSnapshot> of) {
    return lived.stream().map(Stage::snapshot).mapToLong(of).sum();
  }
}
