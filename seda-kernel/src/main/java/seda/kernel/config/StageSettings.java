package seda.kernel.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.Overrides.Knob;
import seda.kernel.graph.Overrides.Setting;
import seda.kernel.graph.StageGraph;

/** Settings of one stage. */
final class StageSettings {
  private final Section section;
  private final Optional<String> domain;
  private final Optional<Integer> queueCapacity;
  private final Optional<Integer> batchSize;
  private final Optional<Double> guaranteedShare;
  private final Optional<Boolean> stealable;
  private final Optional<Duration> target;
  private final Optional<Batching> batching;
  private final Optional<Admission> admission;

  StageSettings(Section section) {
    this.section = section;
    this.domain = section.text("domain");
    this.queueCapacity = section.integer("queue-capacity", 1);
    this.batchSize = section.integer("batch-size", 1);
    this.guaranteedShare = section.number("guaranteed-share", 0, 0.5);
    this.stealable = section.flag("stealable");
    this.target = section.duration("target");
    Section batches = section.section("batching");
    this.batching =
        section.has("batching") ? Optional.of(Batching.read(batches)) : Optional.empty();
    Section policy = section.section("admission");
    this.admission =
        section.has("admission") ? Optional.of(Admission.read(policy)) : Optional.empty();
    section.end();
  }

  Optional<String> domain() {
    return domain;
  }

  GraphConfigException badDomain(String allowed) {
    return section.bad("domain", allowed);
  }

  boolean controlsBatches() {
    return batching.isPresent();
  }

  StageConfig over(StageConfig declared) {
    return new StageConfig(
        declared.name(),
        queueCapacity.orElse(declared.queueCapacity()),
        batchSize.orElse(declared.batchSize()),
        guaranteedShare.orElse(declared.guaranteedShare()),
        stealable.orElse(declared.stealable()),
        target.or(declared::target));
  }

  Optional<Setting> setting(Knob knob) {
    return section.setting(
        switch (knob) {
          case ADMISSION -> "admission";
          case TARGET -> "target";
          case GUARANTEED_SHARE -> "guaranteed-share";
        });
  }

  /** Applies admission and batching; returns the action that ends them. */
  Runnable putInForce(Stage<?> stage, StageGraph graph) {
    List<Runnable> ends = new ArrayList<>();
    admission.ifPresent(policy -> stage.admission(policy.make(stage, graph, ends::add)));
    batching.ifPresent(control -> ends.add(control.start(stage, graph)));
    return () -> ends.forEach(Runnable::run);
  }
}
