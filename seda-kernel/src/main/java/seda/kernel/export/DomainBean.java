package seda.kernel.export;

import seda.kernel.DomainSnapshot;
import seda.kernel.ThreadDomain;
import seda.kernel.graph.StageGraph;

/** Reads the domain that currently has the name. */
final class DomainBean implements DomainMXBean {
  private final StageGraph graph;
  private final String name;

  DomainBean(StageGraph graph, String name) {
    this.graph = graph;
    this.name = name;
  }

  private DomainSnapshot now() {
    return graph
        .domain(name)
        .map(ThreadDomain::snapshot)
        .orElseThrow(() -> new IllegalStateException("no domain named " + name));
  }

  @Override
  public String getKind() {
    return now().kind();
  }

  @Override
  public int getThreads() {
    return now().threads();
  }

  @Override
  public int getMinThreads() {
    return now().minThreads();
  }

  @Override
  public int getMaxThreads() {
    return now().maxThreads();
  }

  @Override
  public double getCpuSeconds() {
    return now().cpuNanos() / 1e9;
  }
}
