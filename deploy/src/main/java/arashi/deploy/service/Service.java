package arashi.deploy.service;

import arashi.MailConfig;
import arashi.MailWiring;
import arashi.delivery.Mailboxes;
import arashi.delivery.Protocol;
import arashi.delivery.mailbox.StoreMailboxes;
import arashi.deploy.config.DeliveryAddresses;
import arashi.deploy.config.MailSettings;
import arashi.front.route.Route;
import arashi.ingest.Intake;
import arashi.store.Store;
import arashi.target.ServiceControl;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import seda.kernel.Clock;
import seda.kernel.GraphSnapshot;
import seda.kernel.export.GraphBeans;
import seda.kernel.graph.StageGraph;
import seda.netio.Addresses;

/** The running mail service on an open store. */
public final class Service implements AutoCloseable {
  private final StageGraph graph;
  private final AssetFolder assets = AssetFolder.open();
  private final MailWiring stages;
  private final MailSettings settings;
  private final Thread warmingUp = new Thread(this::warmUp, "warm-up");

  /**
   * Starts the stages.
   *
   * @param trouble why the process can't recover by itself, or empty; never blocks
   * @throws IOException if the service's folders can't be created
   * @throws seda.kernel.config.GraphConfigException if a configured stage or domain does not exist
   */
  public Service(Store store, MailSettings settings, Supplier<Optional<String>> trouble)
      throws IOException {
    this(store, settings, trouble, Clock.system());
  }

  /** Like the other constructor, with another clock. */
  public Service(Store store, MailSettings settings, Clock clock) throws IOException {
    this(store, settings, Optional::empty, clock);
  }

  private Service(
      Store store, MailSettings settings, Supplier<Optional<String>> trouble, Clock clock)
      throws IOException {
    warmingUp.setDaemon(true);
    graph = new StageGraph(clock, settings.graph());
    this.settings = settings;
    try {
      stages =
          new MailWiring(
              graph,
              settings.mail(),
              settings.http(),
              store,
              mailboxes(store, settings.mail(), clock),
              assets.path(),
              trouble);
      graph.start();
    } catch (IOException | RuntimeException e) {
      assets.close();
      throw e;
    }
  }

  private static Mailboxes mailboxes(Store store, MailConfig config, Clock clock) {
    Intake intake = Intake.of(config.parsing().reading(), clock);
    String host = config.arrival().delivery().smtp().hostname();
    return new StoreMailboxes(store, intake, config.arrival().mailboxes(), host);
  }

  /**
   * Binds the socket of the web pages and starts the warm-up.
   *
   * @return the bound address
   * @throws IOException if the address can't be bound
   */
  public InetSocketAddress bind() throws IOException {
    InetSocketAddress address =
        stages.server().bind(new InetSocketAddress(settings.host(), settings.port()));
    GraphBeans.register(graph, "arashi-" + address.getPort());
    if (settings.warmUp().isZero()) {
      warmUp();
    } else {
      warmingUp.start();
    }
    return address;
  }

  /**
   * Binds the sockets that accept mail.
   *
   * @param demo whether there are demo accounts; SMTP is then enabled unless it is turned off, on
   *     any free port if the default one is taken
   * @return bound addresses, like {@code SMTP at 127.0.0.1:2525}
   * @throws IOException if an address can't be bound
   */
  public List<String> bindDelivery(boolean demo) throws IOException {
    List<String> places = new ArrayList<>();
    DeliveryAddresses at = settings.deliveryAt();
    if (demo && at.demoSmtp()) {
      places.add(Protocol.SMTP + " at " + Addresses.authority(bindDemoSmtp()));
    }
    for (Protocol protocol : Protocol.values()) {
      Optional<InetSocketAddress> address = at.tcp(protocol);
      if (address.isPresent()) {
        InetSocketAddress bound = stages.delivery().bind(protocol, address.get());
        places.add(protocol + " at " + Addresses.authority(bound));
      }
    }
    if (at.lmtpSocket().isPresent()) {
      stages.delivery().bind(at.lmtpSocket().get(), at.lmtpSocketPermissions());
      places.add(Protocol.LMTP + " at " + at.lmtpSocket().get());
    }
    if (at.policy().isPresent()) {
      InetSocketAddress bound = stages.delivery().bindPolicy(at.policy().get());
      places.add("policy questions at " + Addresses.authority(bound));
    }
    return places;
  }

  private InetSocketAddress bindDemoSmtp() throws IOException {
    try {
      return bindSmtp(DeliveryAddresses.DEMO_SMTP_PORT);
    } catch (IOException e) {
      return bindSmtp(0);
    }
  }

  private InetSocketAddress bindSmtp(int port) throws IOException {
    return stages.delivery().bind(Protocol.SMTP, new InetSocketAddress(settings.host(), port));
  }

  private void warmUp() {
    stages.warmUp(settings.warmUp());
  }

  /** A snapshot of all stages. */
  public GraphSnapshot snapshot() {
    return graph.snapshot();
  }

  /** The routes of all requests. */
  public List<Route> routes() {
    return stages.routes();
  }

  /** Control of classes, targets and quality. */
  public ServiceControl control() {
    return stages.control();
  }

  @Override
  public void close() {
    stages.server().drain();
    stages.delivery().drain();
    awaitWarmUp();
    stages.server().awaitDrained(settings.drainTimeout());
    stages.delivery().awaitDrained(settings.drainTimeout());
    graph.stop(settings.drainTimeout());
    stages.server().close();
    assets.close();
  }

  /** Blocks until the warm-up ends, or shortly after draining starts. */
  public void awaitWarmUp() {
    try {
      warmingUp.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
