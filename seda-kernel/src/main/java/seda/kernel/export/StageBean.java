package seda.kernel.export;

import seda.kernel.Distribution;
import seda.kernel.Stage;
import seda.kernel.StageSnapshot;
import seda.kernel.graph.StageGraph;

/** Reads the stage that currently has the name. */
final class StageBean implements StageMXBean {
  private final StageGraph graph;
  private final String name;

  StageBean(StageGraph graph, String name) {
    this.graph = graph;
    this.name = name;
  }

  private StageSnapshot now() {
    return graph
        .find(name)
        .map(Stage::snapshot)
        .orElseThrow(() -> new IllegalStateException("no stage named " + name));
  }

  private Distribution response() {
    return now().recent().response();
  }

  @Override
  public String getDomain() {
    return now().domain();
  }

  @Override
  public int getQueueLength() {
    return now().queue().length();
  }

  @Override
  public int getQueueCapacity() {
    return now().queue().capacity();
  }

  @Override
  public int getBatchLimit() {
    return now().batchLimit();
  }

  @Override
  public long getAccepted() {
    return now().accepted();
  }

  @Override
  public long getRejected() {
    return now().rejected();
  }

  @Override
  public long getCompleted() {
    return now().completed();
  }

  @Override
  public long getFailed() {
    return now().failed();
  }

  @Override
  public long getShed() {
    return now().shed();
  }

  @Override
  public double getResponseMillis50() {
    return response().p50() / 1e6;
  }

  @Override
  public double getResponseMillis90() {
    return response().p90() / 1e6;
  }

  @Override
  public double getResponseMillis99() {
    return response().p99() / 1e6;
  }

  @Override
  public double getCpuSeconds() {
    return now().handler().cpuNanos() / 1e9;
  }
}
