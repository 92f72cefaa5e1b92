package seda.kernel.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;
import seda.kernel.Clock;
import seda.kernel.Stage;
import seda.kernel.Timers;
import seda.kernel.graph.Overrides;
import seda.kernel.graph.StageGraph;
import seda.kernel.runtime.EventBatch;
import seda.kernel.runtime.OutsideDelay;
import seda.kernel.runtime.PoolBatch;
import seda.kernel.runtime.QueuedStage;
import seda.kernel.runtime.SharedPool;
import seda.kernel.runtime.Workers;

/**
 * Runs a graph in virtual time, on one thread, deterministically: the same program gives the same
 * events in the same order. Stages, queues, admission, controllers and timers are the real ones;
 * only the threads of worker pools are simulated. A batch occupies its worker for its {@link
 * #serviceTime}, and the handler runs at the end of that time.
 *
 * <p>A discrete-event simulation: time jumps from one scheduled action to the next. Simultaneous
 * actions run in the order of scheduling. Not thread-safe.
 */
public final class Simulation {
  private final VirtualClock clock = new VirtualClock(Instant.EPOCH);
  private final PriorityQueue<Scheduled> agenda = new PriorityQueue<>();
  private final Map<Stage<?>, Service> services = new HashMap<>();
  private long sequence;
  private long processorLag;

  private record Service(long batchNanos, ToLongFunction<Object> eventNanos) {
    static final Service NONE = new Service(0, event -> 0);

    long of(EventBatch<?> batch) {
      long nanos = batchNanos;
      for (int i = 0; i < batch.size(); i++) {
        nanos += eventNanos.applyAsLong(batch.at(i));
      }
      return nanos;
    }
  }

  private static final class Scheduled implements Comparable<Scheduled> {
    final long nanos;
    final long number;
    final Runnable action;

    Scheduled(long nanos, long number, Runnable action) {
      this.nanos = nanos;
      this.number = number;
      this.action = action;
    }

    @Override
    public int compareTo(Scheduled other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(number);
    }
  }

  /** Creates a simulation at time 0. */
  public Simulation() {}

  /** Creates an empty graph in virtual time. It supports worker pools only. */
  public StageGraph graph() {
    return graph(Overrides.none());
  }

  /** Creates an empty graph in virtual time whose declarations may be overridden. */
  public StageGraph graph(Overrides overrides) {
    return StageGraph.simulated(
        clock,
        overrides,
        new SimulatedTimers(),
        SimulatedWorkers::new,
        new OutsideDelay(clock, () -> processorLag));
  }

  /** Returns the virtual clock; it starts at 0 ns. */
  public Clock clock() {
    return clock;
  }

  /** Returns the virtual time since the start. */
  public Duration now() {
    return Duration.ofNanos(clock.nanos());
  }

  /**
   * Sets a stage's service time per event in nanoseconds; the default is 0. The function is called
   * once per event, when its batch begins.
   */
  public <E> void serviceTime(Stage<E> stage, ToLongFunction<? super E> nanos) {
    serviceTime(stage, 0, nanos);
  }

  /**
   * Sets a stage's service time per event and per batch.
   *
   * @param batchNanos additional time of each batch
   */
  @SuppressWarnings("unchecked") // service times are called only with the stage's events
  public <E> void serviceTime(Stage<E> stage, long batchNanos, ToLongFunction<? super E> nanos) {
    services.put(stage, new Service(batchNanos, (ToLongFunction<Object>) nanos));
  }

  /**
   * Sets how long events wait for a turn on the processors, which are not simulated. Only the
   * kernel's measurement of it changes; the program delays its events itself.
   */
  public void processorLag(Duration lag) {
    processorLag = lag.toNanos();
  }

  /**
   * Stops the process, as a garbage collector does: all that is due meanwhile happens late, at the
   * end of the pause.
   */
  public void pause(Duration length) {
    clock.advance(length);
  }

  /** Schedules an action after a delay. */
  public void after(Duration delay, Runnable action) {
    schedule(clock.nanos() + Math.max(0, delay.toNanos()), action);
  }

  private Scheduled schedule(long nanos, Runnable action) {
    Scheduled scheduled = new Scheduled(nanos, sequence++, action);
    agenda.add(scheduled);
    return scheduled;
  }

  /** Advances time and runs all actions due, those at the end included. */
  public void run(Duration time) {
    long end = clock.nanos() + time.toNanos();
    while (!agenda.isEmpty() && agenda.element().nanos <= end) {
      Scheduled next = agenda.remove();
      advanceTo(next.nanos);
      next.action.run();
    }
    advanceTo(end);
  }

  /** Advances to a time that has passed already if the process paused. */
  private void advanceTo(long nanos) {
    clock.advance(Duration.ofNanos(Math.max(0, nanos - clock.nanos())));
  }

  private final class SimulatedTimers implements Timers {
    @Override
    public Handle after(Duration delay, Runnable action) {
      Scheduled scheduled = schedule(clock.nanos() + Math.max(0, delay.toNanos()), action);
      return () -> agenda.remove(scheduled);
    }

    @Override
    public Handle every(Duration period, Runnable action) {
      if (period.isNegative() || period.isZero()) {
        throw new IllegalArgumentException("period = " + period + ", must be more than zero");
      }
      return new Periodic(period.toNanos(), action);
    }

    @Override
    public Handle at(Instant moment, Runnable action) {
      return after(Duration.between(clock.instant(), moment), action);
    }
  }

  private final class Periodic implements Timers.Handle {
    private final long period;
    private final Runnable action;
    private Scheduled next;

    Periodic(long period, Runnable action) {
      this.period = period;
      this.action = action;
      this.next = schedule(clock.nanos() + period, this::fire);
    }

    private void fire() {
      next = schedule(clock.nanos() + period, this::fire);
      action.run();
    }

    @Override
    public boolean cancel() {
      return agenda.remove(next);
    }
  }

  /** Workers in virtual time. */
  private final class SimulatedWorkers implements Workers, Workers.Wakeup {
    private final SharedPool pool;
    private final List<Long> idle = new ArrayList<>();
    private int wanted;
    private int busy;
    private boolean stopped;

    SimulatedWorkers(SharedPool pool) {
      this.pool = pool;
    }

    @Override
    public Wakeup next(int batchLimit) {
      return idle.isEmpty() ? null : this;
    }

    /** Gives work to idle workers. */
    @Override
    public void wake() {
      while (!idle.isEmpty() && !stopped) {
        PoolBatch<?> batch = pool.take(clock.nanos());
        if (batch == null) {
          return;
        }
        serve(batch);
      }
    }

    private <E> void serve(PoolBatch<E> batch) {
      busy++;
      idle.remove(idle.size() - 1); // last idle, first busy
      QueuedStage<E> stage = batch.stage();
      stage.runner().shedLate(batch);
      long nanos = services.getOrDefault(stage, Service.NONE).of(batch);
      schedule(
          clock.nanos() + nanos,
          () -> {
            if (batch.size() > 0) {
              stage.runner().run(batch);
              batch.meter().ended(stage, batch, batch.startedAt(), clock.nanos(), -1);
              stage.runner().ended(batch, batch.startedAt(), clock.nanos());
            }
            batch.queue().ended(batch, clock.nanos());
            busy--;
            settle();
            wake();
          });
    }

    @Override
    public void resize(int target) {
      wanted = target;
      settle();
      wake();
    }

    /** Adjusts the idle workers to the wanted number; the longest idle leaves first. */
    private void settle() {
      int left = Math.max(0, wanted - busy);
      while (idle.size() < left) {
        idle.add(clock.nanos());
      }
      while (idle.size() > left) {
        idle.remove(0);
      }
    }

    @Override
    public int size() {
      return busy + idle.size();
    }

    @Override
    public int wanted() {
      return wanted;
    }

    @Override
    public int idleSince(long nanos) {
      return (int) idle.stream().filter(since -> since <= nanos).count();
    }

    @Override
    public List<Thread> threads() {
      return List.of();
    }

    @Override
    public void stop() {
      stopped = true;
    }
  }
}
