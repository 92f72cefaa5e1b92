package benchmarks.gnutella;

import static org.assertj.core.api.Assertions.assertThat;

import benchmarks.report.Report;
import gnutella.GnutellaStages;
import gnutella.protocol.Packet;
import gnutella.protocol.PacketDecoder;
import gnutella.protocol.PacketType;
import gnutella.protocol.PayloadLimits;
import gnutella.routing.QueueLimits;
import gnutella.routing.Verdict;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seda.kernel.Clock;
import seda.kernel.graph.StageGraph;

class GnutellaCommandTest {
  @TempDir private Path folder;

  @Test
  void theMixIsMoreThanHalfPongsAndFifteenPercentQueries() {
    PacketMix mix = new PacketMix(5);
    ByteBuffer bytes = ByteBuffer.allocate(2_000_000);
    for (int i = 0; i < 10_000; i++) {
      mix.next(i % 5, bytes);
    }
    Map<PacketType, Integer> counts = new EnumMap<>(PacketType.class);
    PacketDecoder decoder = new PacketDecoder(PayloadLimits.defaults());
    Packet packet = new Packet();
    bytes.flip();
    while (decoder.next(bytes, packet)) {
      assertThat(packet.length()).isLessThanOrEqualTo(PacketMix.LONGEST);
      counts.merge(packet.type(), 1, Integer::sum);
    }

    assertThat(decoder.end()).isNull();
    assertThat(counts.get(PacketType.PONG)).isBetween(5_200, 5_800);
    assertThat(counts.get(PacketType.QUERY)).isBetween(1_300, 1_700);
    assertThat(counts.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(10_000);
  }

  @Test
  void aPeerThatDoesNotReadIsDisconnectedUnlessThereIsNoThreshold() {
    QueueLimits none = new QueueLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);

    assertThat(new Alone("", new QueueLimits(1000, 2000), true).run(3_000, 1_000, 1, look -> {}))
        .matches(Alone.Result::slowGivenUp);
    assertThat(new Alone("", none, true).run(3_000, 1_000, 1, look -> {}))
        .matches(result -> !result.slowGivenUp() && result.packets() == 3_000);
  }

  @Test
  void packetsOfTheMixAreRoutedOverSockets() throws IOException {
    StageGraph graph = new StageGraph(Clock.system());
    GnutellaStages router = new GnutellaStages(graph, Throughput.config(5));
    graph.start();
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (PeerSwarm swarm = new PeerSwarm(router.bind(any), 5, 5)) {
      swarm.run(() -> router.traffic().count(Verdict.ROUTED) < 10_000);
    } finally {
      graph.stop(Duration.ofSeconds(10));
    }
    assertThat(router.faultyPeers()).isZero();
  }

  @Test
  void aDearQueryTakesAtLeastItsCostAndTheExcessIsTurnedAway() throws IOException {
    Remedies.Remedy threshold =
        Remedies.ALL.stream().filter(each -> each.title().equals("a threshold")).findAny().get();

    Remedies.Result result;
    do { // a slow machine may complete none
      result = Remedies.run(threshold, 1_000, Duration.ofSeconds(1));
    } while (result.latencies().queriesCame() == 0 || result.turnedAway() == 0);

    assertThat(result.latencies().queryMillis()).isGreaterThan(20);
    assertThat(result.latencies().queriesCame()).isLessThanOrEqualTo(50);
    assertThat(result.threads()).isEqualTo(1);
  }

  @Test
  void theReportHasTablesPlotsAndData() throws IOException {
    Throughput.Result few = new Throughput.Result(2e6, 1.5e6, 3e6, 0, 0.9, 0.3);
    Throughput.Result many = new Throughput.Result(1.6e6, 1.2e6, 3e6, 10, 0.9, 0.3);
    Remedies.Result remedy =
        new Remedies.Result("a threshold", 1000, new PacedPeers.Latencies(420, 1.5, 49), 101, 1);
    Alone.Result heap = new Alone.Result("a day", List.of(5.0, 6.0), 1000, 1, true);
    Report report = new Report(folder, "./arashi bench gnutella");
    GnutellaCommand.write(
        report,
        new GnutellaCommand.Results(
            List.of(few), List.of(many), List.of(remedy), heap, heap, heap));
    assertThat(report.markdown())
        .contains("1,500,000", "80 %", "1,000,000 routed: yes", "70 %: yes")
        .contains("a threshold", "420", "101")
        .contains("(gnutella-slow-peer.svg)");
    assertThat(folder.resolve("gnutella-slow-peer.svg")).content().contains("<svg", "no threshold");
    assertThat(folder.resolve("gnutella-day.svg")).isNotEmptyFile();
    assertThat(folder.resolve("gnutella-results.json")).content().contains("\"peers1000\"");
  }
}
