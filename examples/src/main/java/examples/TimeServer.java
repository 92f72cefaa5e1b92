package examples;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.admission.RateAdmission;
import seda.kernel.admission.TokenBucket;
import seda.kernel.graph.StageGraph;
import seda.netio.Datagram;
import seda.netio.SelectorSource;
import seda.netio.UdpPorts;
import seda.netio.UdpStatistics;

/**
 * Answers each datagram with the time (RFC 868): the seconds since 1900, as four bytes. A token
 * bucket bounds the answers, so that datagrams with a forged sender can't turn the server into a
 * flood. UDP has no refusal: a datagram beyond the rate is dropped and counted.
 *
 * <pre>
 *   udp-read ─► time (at most N a second) ─► udp-write
 * </pre>
 */
public final class TimeServer {
  private static final Instant EPOCH = Instant.parse("1900-01-01T00:00:00Z");

  private final StageGraph graph;
  private final UdpPorts ports;

  /**
   * Declares the stages on a graph that is not started yet.
   *
   * @param perSecond most answers a second
   * @param burst most answers at once
   */
  public TimeServer(StageGraph graph, double perSecond, int burst) {
    this.graph = graph;
    Processors processors =
        graph.processors(ProcessorsConfig.named("sockets").withCount(1), SelectorSource::open);
    Stage<Datagram> time = graph.stage(StageConfig.named("time"), processors);
    time.handledBy(EventHandler.each(this::answer))
        .admission(new RateAdmission(new TokenBucket(perSecond, burst, graph.clock().nanos())));
    this.ports = new UdpPorts(graph, processors, "", 1024, time);
  }

  private void answer(Datagram question) {
    int seconds =
        (int) Duration.between(EPOCH, graph.clock().instant()).toSeconds(); // wraps in 2036
    question.port().send(question.remote(), ByteBuffer.allocate(4).putInt(seconds).flip());
  }

  /** Listens on an address, after the graph has started; port 0 is any free one. */
  public InetSocketAddress listen(InetSocketAddress address) throws IOException {
    return ports.bind(address).address();
  }

  /** Datagrams received, dropped and sent since the start. */
  public UdpStatistics statistics() {
    return ports.statistics();
  }

  /** Serves port 7037, or that of the first argument, until the process is ended. */
  public static void main(String[] arguments) throws IOException {
    int port = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7037;
    StageGraph graph = new StageGraph(Clock.system());
    TimeServer server = new TimeServer(graph, 1000, 100);
    graph.start();
    System.out.println("Time is at " + server.listen(new InetSocketAddress(port)));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> graph.stop(Duration.ofSeconds(5))));
  }
}
