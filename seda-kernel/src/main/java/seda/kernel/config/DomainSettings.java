package seda.kernel.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import seda.kernel.IoSource;
import seda.kernel.ProcessorsConfig;
import seda.kernel.ServiceOrder;
import seda.kernel.ThreadDomain;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.graph.StageGraph;

/**
 * Settings of one domain. A section with a kind may declare the domain by itself. Without a kind,
 * code must declare it, and only that declaration determines the allowed keys.
 */
final class DomainSettings {
  private static final List<String> OF_PROCESSORS =
      List.of("count", "inbox-capacity", "rounds-per-poll", "timer-tick");

  enum Kind {
    PROCESSORS,
    POOL
  }

  private final String name;
  private final Section section;

  /** Validates all values that do not depend on a declaration in code. */
  DomainSettings(String name, Section section) {
    this.name = name;
    this.section = section;
    Kind likely = OF_PROCESSORS.stream().anyMatch(section::has) ? Kind.PROCESSORS : Kind.POOL;
    if (kind().orElse(likely) == Kind.PROCESSORS) {
      over(ProcessorsConfig.named(name));
    } else {
      over(WorkerPoolConfig.fixed(name, 1));
    }
  }

  private Optional<Kind> kind() {
    return section.choice("kind", Kind.class);
  }

  private Section readAs(Kind kind) {
    Section fresh = section.fresh();
    if (fresh.choice("kind", Kind.class).orElse(kind) != kind) {
      throw fresh.bad("kind", "must stay as the application declares this domain; declare another");
    }
    return fresh;
  }

  ProcessorsConfig over(ProcessorsConfig declared) {
    Section read = readAs(Kind.PROCESSORS);
    ProcessorsConfig config =
        new ProcessorsConfig(
            name,
            read.integer("count", 1, 1024).orElse(declared.count()),
            read.integer("inbox-capacity", 2, 1 << 24).orElse(declared.inboxCapacity()),
            read.integer("rounds-per-poll", 1).orElse(declared.roundsPerPoll()),
            read.duration("timer-tick").orElse(declared.timerTick()));
    read.end();
    return config;
  }

  WorkerPoolConfig over(WorkerPoolConfig declared) {
    Section read = readAs(Kind.POOL);
    Optional<Integer> min = read.integer("min-threads", 1);
    Optional<Integer> max = read.integer("max-threads", 1);
    if (min.isPresent() && max.isPresent() && max.get() < min.get()) {
      throw read.bad("max-threads", "must be at least min-threads = " + min.get());
    }
    // a bound set alone moves the other with it
    int least = min.orElse(Math.min(declared.minThreads(), max.orElse(Integer.MAX_VALUE)));
    WorkerPoolConfig config =
        new WorkerPoolConfig(
            name,
            least,
            max.orElse(Math.max(declared.maxThreads(), least)),
            order(read).orElse(declared.order()),
            read.durationOrZero("spin").orElse(declared.spin()),
            read.duration("idle-time").orElse(declared.idleTime()));
    Sizing.read(read.section("sizing"));
    read.end();
    return config;
  }

  /** Returns the named order; {@code lifo-after} is a parameter of adaptive LIFO only. */
  private static Optional<ServiceOrder> order(Section read) {
    Map<String, ServiceOrder> byName = new LinkedHashMap<>();
    ServiceOrder.builtIn().forEach(order -> byName.put(order.name(), order));
    Optional<ServiceOrder> order = read.choice("order", byName);
    Optional<Duration> delay = read.durationOrZero("lifo-after");
    if (delay.isPresent() && !order.equals(Optional.of(ServiceOrder.ADAPTIVE_LIFO))) {
      throw read.bad("lifo-after", "is for order = adaptive-lifo only");
    }
    return delay.isPresent() ? delay.map(ServiceOrder::adaptiveLifo) : order;
  }

  /** Returns the sizing, if it or a bound is set. */
  Optional<Sizing> sizing() {
    Section read = section.fresh();
    boolean set = read.has("sizing") || read.has("min-threads") || read.has("max-threads");
    return set ? Optional.of(Sizing.read(read.section("sizing"))) : Optional.empty();
  }

  /** Declares the domain if the section has a kind and code has not declared it. */
  Optional<ThreadDomain> declareOn(StageGraph graph) {
    return kind()
        .map(
            kind ->
                kind == Kind.PROCESSORS
                    ? graph.processors(ProcessorsConfig.named(name), IoSource::none)
                    : graph.workerPool(WorkerPoolConfig.fixed(name, 1)));
  }
}
