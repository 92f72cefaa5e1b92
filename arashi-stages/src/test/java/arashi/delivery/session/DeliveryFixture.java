package arashi.delivery.session;

import arashi.delivery.Mailboxes;
import arashi.delivery.Protocol;
import arashi.store.policy.Policy;
import arashi.target.PolicyInForce;
import arashi.target.ServiceControl;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.ServiceOrder;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.graph.StageGraph;
import seda.netio.SelectorSource;
import seda.netio.TcpConfig;

/** The delivery stages over any mailboxes, on free loopback ports. */
final class DeliveryFixture implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final int PROCESSORS = 2;
  private static final Config DEFAULTS =
      ConfigFactory.parseString(
          """
          mail.public-origin = ""
          mail.max-mail-size = 4 MiB
          mail.smtp { max-recipients = 100, refuse-bare-line-ends = true }
          mail.lmtp { max-recipients = 1000, refuse-bare-line-ends = false }
          mail.delivery {
            hostname = mx.example.org
            trusted = ["127.0.0.1/32"]
            class = standard
            connections = 100
            memory = 16 MiB
            large { together = 2, patience = 4 m, arrival-time = 5 m }
            patience = 20 s
            command-timeout = 5 m
            data-timeout = 3 m
            minimum-progress = 16 KiB
            command-size = 2 KiB
            skipped-size = 64 KiB
            max-commands = 10000
            max-errors = 20
            strangers {
              connections = 20, mails-per-minute = 100, recipients-per-minute = 500
              max-tracked = 1000
            }
            tls { key-store = "", password = "", versions = ["1.3", "1.2"] }
          }
          tls { key-store = "", password = "", handshake-timeout = 10 s, threads = 1, handshakes = 9 }
          """);

  final DeliveryServer server;
  final StageGraph graph;
  private final Stage<CountDownLatch> ticks;

  DeliveryFixture(Mailboxes mailboxes, Clock clock, Map<String, Object> settings) {
    DeliveryConfig config = config(settings);
    graph = new StageGraph(clock);
    Processors processors =
        graph.processors(
            ProcessorsConfig.named("processor").withCount(PROCESSORS), SelectorSource::open);
    WorkerPool pool =
        graph.workerPool(
            WorkerPoolConfig.fixed("mail-store", 2).withOrder(ServiceOrder.LEAST_SLACK));
    Policy policy =
        new Policy(1, List.of(new Policy.ClassPolicy("standard", 1, 0, Map.of())), Map.of());
    ServiceControl control =
        new ServiceControl(
            graph, new PolicyInForce(policy, Set.of("standard")), 100, new Random(1));
    server = new DeliveryServer(graph, processors, config, TcpConfig.defaults(), new Random(1));
    server.deliverTo(new Deliver(graph, pool, 16, control, mailboxes, config.className()));
    ticks = graph.stage(StageConfig.named("tick"), processors);
    ticks.handledBy(EventHandler.each(CountDownLatch::countDown));
    graph.start();
  }

  static DeliveryConfig config(Map<String, Object> settings) {
    return config(settings, Long.MAX_VALUE);
  }

  static DeliveryConfig config(Map<String, Object> settings, long heapBytes) {
    return DeliveryConfig.of(
        ConfigFactory.parseMap(settings).withFallback(DEFAULTS).resolve(), heapBytes);
  }

  InetSocketAddress bind(Protocol protocol) throws IOException {
    return server.bind(protocol, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  SmtpClient connect(Protocol protocol) throws IOException {
    return new SmtpClient(bind(protocol));
  }

  SmtpClient connect(Path socket) throws IOException {
    return new SmtpClient(socket);
  }

  /** Lets the processors work until the condition holds; fails after 20 s. */
  void settleUntil(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("waited in vain: " + server.statistics());
      }
      settle();
    }
  }

  /** Waits until each processor has worked off its queue. */
  void settle() {
    for (int i = 0; i < 3; i++) {
      for (int processor = 0; processor < PROCESSORS; processor++) {
        CountDownLatch done = new CountDownLatch(1);
        if (!ticks.on(processor).enqueue(done).accepted()) {
          throw new AssertionError("processor " + processor + " takes no tick");
        }
        await(done);
      }
    }
  }

  static void await(CountDownLatch latch) {
    try {
      if (!latch.await(20, TimeUnit.SECONDS)) {
        throw new AssertionError("nothing happened for 20 s");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    server.drain();
    graph.stop(GRACE);
  }
}
