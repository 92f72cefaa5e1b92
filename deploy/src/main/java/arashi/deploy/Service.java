package arashi.deploy;

import arashi.MailStages;
import arashi.store.Store;
import arashi.target.ServiceControl;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import seda.kernel.Clock;
import seda.kernel.GraphSnapshot;
import seda.kernel.StageGraph;
import seda.kernel.export.GraphBeans;

/** The running mail service on an open store. */
final class Service implements AutoCloseable {
  private final StageGraph graph;
  private final AssetFolder assets = AssetFolder.open();
  private final MailStages stages;
  private final InetSocketAddress address;
  private final Duration drainTimeout;

  /**
   * Starts the stages and binds the socket.
   *
   * @throws IOException if the address can't be bound; nothing is left running then
   * @throws seda.kernel.config.GraphConfigException if a stage or domain is set that there isn't
   */
  Service(Store store, Settings settings) throws IOException {
    this(store, settings, Clock.system());
  }

  /** The same by another clock. */
  Service(Store store, Settings settings, Clock clock) throws IOException {
    graph = new StageGraph(clock, settings.graph());
    drainTimeout = settings.drainTimeout();
    try {
      stages = new MailStages(graph, settings.mail(), settings.http(), store, assets.path());
      graph.start();
    } catch (IOException | RuntimeException e) {
      assets.close();
      throw e;
    }
    try {
      stages.warmUp(settings.warmUp());
      address = stages.server().bind(new InetSocketAddress(settings.host(), settings.port()));
      GraphBeans.register(graph, "arashi-" + address.getPort());
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Where it listens. */
  InetSocketAddress address() {
    return address;
  }

  /** Figures of all stages. */
  GraphSnapshot snapshot() {
    return graph.snapshot();
  }

  /** Classes, targets and quality. */
  ServiceControl control() {
    return stages.control();
  }

  @Override
  public void close() {
    stages.server().drain();
    stages.server().awaitDrained(drainTimeout);
    graph.stop(drainTimeout);
    stages.server().close();
    assets.close();
  }
}
