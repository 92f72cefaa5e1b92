package arashi.deploy;

import arashi.MailStages;
import arashi.store.Store;
import arashi.target.ServiceControl;
import java.io.IOException;
import java.net.InetSocketAddress;
import seda.kernel.Clock;
import seda.kernel.GraphSnapshot;
import seda.kernel.StageGraph;
import seda.kernel.export.GraphBeans;

/** The running mail service on an open store. */
final class Service implements AutoCloseable {
  private final StageGraph graph;
  private final AssetFolder assets = AssetFolder.open();
  private final MailStages stages;
  private final Settings settings;

  /**
   * Starts the stages.
   *
   * @throws IOException if the folders that it writes to can't be made
   * @throws seda.kernel.config.GraphConfigException if a stage or domain is set that there isn't
   */
  Service(Store store, Settings settings) throws IOException {
    this(store, settings, Clock.system());
  }

  /** The same by another clock. */
  Service(Store store, Settings settings, Clock clock) throws IOException {
    graph = new StageGraph(clock, settings.graph());
    this.settings = settings;
    try {
      stages = new MailStages(graph, settings.mail(), settings.http(), store, assets.path());
      graph.start();
    } catch (IOException | RuntimeException e) {
      assets.close();
      throw e;
    }
  }

  /**
   * Warms up, and binds the socket.
   *
   * @return where it listens
   * @throws IOException if the address can't be bound
   */
  InetSocketAddress bind() throws IOException {
    stages.warmUp(settings.warmUp());
    InetSocketAddress address =
        stages.server().bind(new InetSocketAddress(settings.host(), settings.port()));
    GraphBeans.register(graph, "arashi-" + address.getPort());
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
    stages.server().awaitDrained(settings.drainTimeout());
    graph.stop(settings.drainTimeout());
    stages.server().close();
    assets.close();
  }
}
