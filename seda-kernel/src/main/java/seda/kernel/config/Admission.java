package seda.kernel.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import seda.kernel.AdmissionController;
import seda.kernel.Stage;
import seda.kernel.admission.ClassAdmission;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.admission.MulticlassAdmission;
import seda.kernel.admission.QueueThresholdAdmission;
import seda.kernel.admission.RateAdmission;
import seda.kernel.admission.RedAdmission;
import seda.kernel.admission.ResponseTimeAdmission;
import seda.kernel.admission.Statistic;
import seda.kernel.admission.ThresholdAdmission;
import seda.kernel.admission.TokenBucket;
import seda.kernel.control.AimdController;
import seda.kernel.control.QueueThresholdController;
import seda.kernel.graph.StageGraph;

/** A stage's admission policy. */
@FunctionalInterface
interface Admission {

  enum Kind {
    ALWAYS,
    THRESHOLD,
    RATE,
    RED,
    CLASS,
    DEADLINE,
    RESPONSE_TIME,
    MULTICLASS,
    QUEUE_THRESHOLD;

    private String kebab() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<Kind> named(String name) {
      return Arrays.stream(values()).filter(kind -> kind.kebab().equals(name)).findFirst();
    }

    static String names() {
      return Stream.concat(Arrays.stream(values()).map(Kind::kebab), ProvidedAdmission.kinds())
          .collect(Collectors.joining(", "));
    }
  }

  /**
   * Creates the policy of a stage.
   *
   * @param ends receives the action that ends the policy
   */
  AdmissionController<Object> make(Stage<?> stage, StageGraph graph, Consumer<Runnable> ends);

  static Admission read(Section section) {
    String name =
        section
            .text("kind")
            .orElseThrow(() -> section.bad("kind", "must be set: an admission policy needs it"));
    Admission admission =
        Kind.named(name)
            .map(kind -> read(kind, section))
            .or(() -> ProvidedAdmission.read(name, section))
            .orElseThrow(() -> section.bad("kind", "must be one of " + Kind.names()));
    section.end();
    return admission;
  }

  private static Admission read(Kind kind, Section section) {
    return switch (kind) {
      case ALWAYS -> (stage, graph, ends) -> AdmissionController.always();
      case THRESHOLD -> threshold(section);
      case RATE -> rate(section);
      case RED -> red(section);
      case CLASS -> byClass(section);
      case DEADLINE -> deadline();
      case RESPONSE_TIME -> responseTime(section);
      case MULTICLASS -> multiclass(section);
      case QUEUE_THRESHOLD -> queueThreshold(section);
    };
  }

  private static Admission threshold(Section section) {
    int credits = required(section, "credits", section.integer("credits", 1));
    Duration retryAfter = retryAfter(section);
    return (stage, graph, ends) -> new ThresholdAdmission(credits, retryAfter);
  }

  private static Admission rate(Section section) {
    double rate = required(section, "rate", rate(section, "rate"));
    int depth = section.integer("depth", 1).orElse(1);
    return (stage, graph, ends) ->
        new RateAdmission(new TokenBucket(rate, depth, graph.clock().nanos()));
  }

  private static Admission red(Section section) {
    double min = required(section, "min", section.number("min", 0, Integer.MAX_VALUE));
    double max = required(section, "max", section.positive("max"));
    if (max <= min) {
      throw section.bad("max", "must be more than min = " + min);
    }
    RedAdmission.Settings settings =
        new RedAdmission.Settings(
            min,
            max,
            section.number("max-probability", 0.001, 1).orElse(0.1),
            section.number("weight", 0.0001, 1).orElse(0.002));
    Duration retryAfter = retryAfter(section);
    return (stage, graph, ends) -> new RedAdmission(settings, random(stage), retryAfter);
  }

  /** Returns a generator seeded by the stage's name, so that simulations are reproducible. */
  private static RandomGenerator random(Stage<?> stage) {
    return new SplittableRandom(stage.name().hashCode());
  }

  private static Admission byClass(Section section) {
    List<Admission> byRank = section.list("by-rank").stream().map(Admission::read).toList();
    return (stage, graph, ends) -> {
      List<AdmissionController<? super Object>> policies = new ArrayList<>();
      for (Admission admission : byRank) {
        policies.add(admission.make(stage, graph, ends));
      }
      return new ClassAdmission<>(policies);
    };
  }

  /** Follows the stage's targets, which may change later. */
  private static Admission deadline() {
    return (stage, graph, ends) ->
        new DeadlineAdmission(stage.targets(), stage::guaranteedShare, random(stage));
  }

  private static Admission multiclass(Section section) {
    List<Long> targets = section.durations("targets").stream().map(Duration::toNanos).toList();
    AimdController.Settings settings = aimd(section);
    int depth = depth(section);
    int samples = samples(section);
    Duration timeout = timeout(section);
    return (stage, graph, ends) -> {
      MulticlassAdmission admission =
          new MulticlassAdmission(
              settings, targets, depth, samples, timeout, graph.clock(), graph.timers());
      ends.accept(admission::close);
      return admission;
    };
  }

  private static Admission responseTime(Section section) {
    Optional<Duration> target = section.duration("target");
    AimdController.Settings settings = aimd(section);
    int depth = depth(section);
    int samples = samples(section);
    Duration timeout = timeout(section);
    return (stage, graph, ends) -> {
      ResponseTimeAdmission admission =
          new ResponseTimeAdmission(
              new AimdController(settings, held(target, stage, section)),
              depth,
              samples,
              timeout,
              graph.clock(),
              graph.timers());
      ends.accept(admission::close);
      return admission;
    };
  }

  private static Admission queueThreshold(Section section) {
    Optional<Duration> target = section.duration("target");
    QueueThresholdController.Settings settings = thresholds(section);
    Statistic statistic = section.choice("statistic", Statistic.class).orElse(Statistic.P90);
    int samples = samples(section);
    Duration timeout = timeout(section);
    Duration retryAfter = retryAfter(section);
    return (stage, graph, ends) -> {
      QueueThresholdAdmission admission =
          new QueueThresholdAdmission(
              new QueueThresholdController(settings, held(target, stage, section)),
              statistic,
              samples,
              timeout,
              retryAfter,
              graph.clock(),
              graph.timers());
      ends.accept(admission::close);
      return admission;
    };
  }

  /** Returns the configured target, or else the stage's, which may change later. */
  private static LongSupplier held(Optional<Duration> target, Stage<?> stage, Section section) {
    if (target.isPresent()) {
      return target.get()::toNanos;
    }
    if (stage.targets().nanos(0) == 0) {
      throw section.bad("target", "must be set: the stage has no target either");
    }
    return () -> stage.targets().nanos(0);
  }

  private static int depth(Section section) {
    return section.integer("depth", 1).orElse(1);
  }

  private static int samples(Section section) {
    return section.integer("samples", 1, 1_000_000).orElse(ResponseTimeAdmission.PAPER_SAMPLES);
  }

  private static Duration timeout(Section section) {
    return section.duration("timeout").orElse(ResponseTimeAdmission.PAPER_TIMEOUT);
  }

  private static AimdController.Settings aimd(Section section) {
    AimdController.Settings paper =
        AimdController.Settings.PAPER.forSpeed(section.number("speed", 0.001, 1000).orElse(1.0));
    double least = rate(section, "rate-min").orElse(paper.rateMin());
    double most = rate(section, "rate-max").orElse(paper.rateMax());
    if (most < least) {
      throw section.bad("rate-max", "must be at least rate-min = " + least);
    }
    return new AimdController.Settings(
        section.number("alpha", 0, 0.999).orElse(paper.alpha()),
        section.number("err-i").orElse(paper.errI()),
        section.number("err-d").orElse(paper.errD()),
        section.positive("adj-i").orElse(paper.adjI()),
        section.number("adj-d", 1.001, 1000).orElse(paper.adjD()),
        section.number("c-i").orElse(paper.cI()),
        least,
        most,
        rate(section, "initial-rate").orElse(paper.initialRate()));
  }

  private static QueueThresholdController.Settings thresholds(Section section) {
    QueueThresholdController.Settings usual = QueueThresholdController.Settings.DEFAULT;
    double least = section.number("threshold-min", 1, 1e9).orElse(usual.least());
    double most = section.number("threshold-max", 1, 1e9).orElse(usual.most());
    if (most < least) {
      throw section.bad("threshold-max", "must be at least threshold-min = " + least);
    }
    return new QueueThresholdController.Settings(
        section.number("alpha", 0, 0.999).orElse(usual.alpha()),
        section.number("err-i").orElse(usual.errI()),
        section.number("err-d").orElse(usual.errD()),
        section.positive("growth").orElse(usual.growth()),
        section.number("adj-d", 1.001, 1000).orElse(usual.adjD()),
        least,
        most,
        section.number("initial-threshold", 1, 1e9).orElse(usual.initial()));
  }

  /** Reads a rate in events per second, within the range of a token bucket. */
  private static Optional<Double> rate(Section section, String key) {
    return section.number(key, 0.001, 1e9);
  }

  private static Duration retryAfter(Section section) {
    return section.durationOrZero("retry-after").orElse(Duration.ofSeconds(1));
  }

  private static <T> T required(Section section, String key, Optional<T> value) {
    return value.orElseThrow(() -> section.bad(key, "must be set"));
  }
}
