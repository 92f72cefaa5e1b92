package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;

/** Datagrams between a port and the JDK's blocking socket. */
@Timeout(60)
class UdpPortTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private final StageGraph graph = new StageGraph(Clock.system());
  private final BlockingQueue<Datagram> arrived = new LinkedBlockingQueue<>();
  private volatile Consumer<Datagram> handler = arrived::add;
  private UdpPorts ports;
  private UdpPort port;
  private Stage<Datagram> arrivals;
  private DatagramSocket peer;

  @BeforeEach
  void start() throws IOException {
    Processors processors =
        graph.processors(ProcessorsConfig.named("udp-test").withCount(2), SelectorSource::open);
    Stage<Datagram>[] input = newArray();
    ports = new UdpPorts(graph, processors, "", 100, datagram -> input[0].enqueue(datagram));
    arrivals = graph.stage(StageConfig.named("arrivals"), processors);
    arrivals.handledBy(EventHandler.each(datagram -> handler.accept(datagram)));
    input[0] = arrivals;
    graph.start();
    port = ports.bind(ANY_PORT);
    peer = new DatagramSocket(ANY_PORT);
    peer.setSoTimeout(20_000);
  }

  @SuppressWarnings("unchecked")
  private static Stage<Datagram>[] newArray() {
    return (Stage<Datagram>[]) new Stage<?>[1];
  }

  @AfterEach
  void stop() {
    peer.close();
    assertThat(graph.stop(Duration.ofSeconds(10))).isTrue();
    assertThat(graph.snapshot().stages()).allMatch(stage -> stage.failed() == 0);
    assertThat(arrived).isEmpty();
  }

  private void peerSends(int... bytes) throws IOException {
    byte[] content = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      content[i] = (byte) bytes[i];
    }
    peer.send(new DatagramPacket(content, content.length, port.address()));
  }

  private Datagram next() throws InterruptedException {
    return arrived.poll(20, TimeUnit.SECONDS);
  }

  /** Waits, because counters change just after the counted action. */
  private void awaitStatistics(long received, long sent, long refused, long unsent) {
    UdpStatistics expected = new UdpStatistics(received, sent, refused, unsent);
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!ports.statistics().equals(expected) && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(ports.statistics()).isEqualTo(expected);
  }

  private InetSocketAddress peerAddress() {
    return (InetSocketAddress) peer.getLocalSocketAddress();
  }

  private byte[] peerReceives() throws IOException {
    DatagramPacket packet = new DatagramPacket(new byte[70_000], 70_000);
    peer.receive(packet);
    assertThat(packet.getSocketAddress()).isEqualTo(port.address());
    return java.util.Arrays.copyOf(packet.getData(), packet.getLength());
  }

  @Test
  void makesOneEventOfEachDatagram() throws Exception {
    for (int i = 0; i < 100; i++) {
      peerSends(i, i + 1);
      Datagram datagram = next();
      assertThat(datagram.port()).isSameAs(port);
      assertThat(datagram.remote()).isEqualTo(peerAddress());
      assertThat(datagram.bytes())
          .isEqualTo(ByteBuffer.wrap(new byte[] {(byte) i, (byte) (i + 1)}));
    }
    awaitStatistics(100, 0, 0, 0);
  }

  @Test
  void keepsTheBytesOfADatagramAfterTheNext() throws Exception {
    peerSends(1, 2, 3);
    peerSends();
    peerSends(4);

    List<ByteBuffer> contents = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      contents.add(next().bytes());
    }
    assertThat(contents)
        .containsExactly(
            ByteBuffer.wrap(new byte[] {1, 2, 3}),
            ByteBuffer.allocate(0),
            ByteBuffer.wrap(new byte[] {4}));
  }

  @Test
  void offersADatagramOnceAlsoToAFullSink() throws Exception {
    EnqueueResult later =
        new EnqueueResult(EnqueueResult.Outcome.NOT_ADMITTED, Duration.ofMillis(1));
    arrivals.admission(
        (datagram, serviceClass, credits, queue) ->
            datagram.bytes().get(0) % 2 == 0 ? EnqueueResult.ACCEPTED : later);
    for (int i = 0; i < 100; i++) {
      peerSends(i);
      if (i % 2 == 0) {
        assertThat(next().bytes().get(0)).isEqualTo((byte) i);
      }
    }
    peerSends(100);
    next();
    awaitStatistics(51, 0, 50, 0);
  }

  @Test
  void sendsEachDatagramOnceFromAnyThread() throws Exception {
    byte[] large = new byte[60_000];
    new Random(1).nextBytes(large);
    for (byte[] content : new byte[][] {{}, {1}, large, {2}}) {
      EnqueueResult result = port.send(peerAddress(), ByteBuffer.wrap(content));
      assertThat(result.accepted()).isTrue();
      assertThat(peerReceives()).isEqualTo(content);
    }
    awaitStatistics(0, 4, 0, 0);
  }

  @Test
  void countsWhatTheSystemDoesNotTake() throws Exception {
    byte[] tooLarge = new byte[70_000];
    assertThat(port.send(peerAddress(), ByteBuffer.wrap(tooLarge)).accepted()).isTrue();
    InetSocketAddress nowhere = InetSocketAddress.createUnresolved("no.such.host", 1);
    assertThat(port.send(nowhere, ByteBuffer.wrap(new byte[1])).accepted()).isTrue();
    assertThat(port.send(peerAddress(), ByteBuffer.wrap(new byte[] {9})).accepted()).isTrue();

    assertThat(peerReceives()).containsExactly(9);
    awaitStatistics(0, 1, 0, 2);
  }

  @Test
  void answersFromTheProtocolsStage() throws Exception {
    handler = datagram -> datagram.port().send(datagram.remote(), datagram.bytes());
    peerSends(5, 6);

    assertThat(peerReceives()).containsExactly(5, 6);
  }

  @Test
  void freesItsPortWhenItIsClosed() throws Exception {
    assertThatThrownBy(() -> new DatagramSocket(port.address()))
        .isInstanceOf(SocketException.class);
    port.close();
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    boolean free = false;
    while (!free) { // as soon as the processor has deregistered it
      try (DatagramSocket other = new DatagramSocket(port.address())) {
        free = other.isBound();
      } catch (SocketException e) {
        assertThat(System.nanoTime()).isLessThan(deadline);
      }
    }
  }
}
