package gnutella;

import static org.assertj.core.api.Assertions.assertThat;

import gnutella.protocol.Host;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the host catcher. */
@Timeout(120)
class HostCatcherTest {
  @TempDir private Path folder;

  private static GnutellaConfig dialling(int peers, HostCatcherConfig catcher) {
    return GnutellaConfig.defaults()
        .withPeers(PeerLimits.defaults().withPeers(peers, 100))
        .withCatcher(
            catcher.withPeriods(Duration.ofMillis(5), Duration.ofMillis(1), Duration.ofMillis(5)));
  }

  private static Host host(ServerSocket socket) {
    return new Host(0x7f000001, socket.getLocalPort());
  }

  private static ServerSocket listener() throws IOException {
    return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @Test
  void attemptsThatFailLeaveNothingBehind() throws IOException {
    try (ServerSocket rude = listener();
        TestRouter router =
            new TestRouter(
                dialling(4, HostCatcherConfig.defaults().withHosts(List.of(host(rude)))))) {
      int stages = router.graph.snapshot().stages().size();
      int domains = router.graph.snapshot().domains().size();
      int threads = threadsOf(router);
      for (int i = 0; i < 30; i++) {
        rude.accept().close();
      }

      assertThat(router.graph.snapshot().stages()).hasSize(stages);
      assertThat(router.graph.snapshot().domains()).hasSize(domains);
      assertThat(threadsOf(router)).isEqualTo(threads);
      router.kill();
      assertThat(router.stages.connections()).isZero();
    }
  }

  private static int threadsOf(TestRouter router) {
    return router.graph.snapshot().domains().stream().mapToInt(domain -> domain.threads()).sum();
  }

  @Test
  void aServentThatDoesNotUnderstandIsGreetedInTheOldWay() throws IOException {
    try (ServerSocket old = listener();
        TestRouter router =
            new TestRouter(
                dialling(1, HostCatcherConfig.defaults().withHosts(List.of(host(old)))))) {
      try (Socket first = old.accept()) {
        assertThat(line(first)).isEqualTo("GNUTELLA CONNECT/0.6\r");
      }
      try (Socket second = old.accept()) {
        assertThat(line(second)).isEqualTo("GNUTELLA CONNECT/0.4");
        second.getOutputStream().write("GNUTELLA OK\n\n".getBytes(StandardCharsets.US_ASCII));
        TestRouter.await(() -> router.stages.peers() == 1);
      }
    }
  }

  private static String block(Socket socket) throws IOException {
    StringBuilder block = new StringBuilder();
    for (String line = line(socket); !line.equals("\r"); line = line(socket)) {
      block.append(line).append('\n');
    }
    return block.toString();
  }

  private static String line(Socket socket) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = socket.getInputStream().read(); c != '\n'; c = socket.getInputStream().read()) {
      if (c < 0) {
        throw new java.io.EOFException("after " + line);
      }
      line.append((char) c);
    }
    return line.toString();
  }

  @Test
  void anAddressThatLeadsBackIsForgotten() throws IOException {
    Path file = folder.resolve("hosts");
    Host other = new Host(0x7f000001, 1); // nothing listens there
    try (ServerSocket mirror = listener()) {
      HostCatcherConfig known =
          HostCatcherConfig.defaults().withHosts(List.of(host(mirror), other)).withFile(file);
      try (TestRouter router = new TestRouter(dialling(1, known))) {
        try (Socket back = mirror.accept()) {
          String said = block(back);
          String guid =
              said.lines().filter(line -> line.startsWith("GUID: ")).findFirst().orElseThrow();
          String answer = "GNUTELLA/0.6 200 OK\r\n" + guid + "\r\n\r\n";
          back.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
          assertThat(block(back)).startsWith("GNUTELLA/0.6 403 ");
          assertThat(back.getInputStream().read()).isEqualTo(-1);
        }
        TestRouter.await(() -> router.stages.connections() == 0);
        assertThat(router.stages.peers()).isZero();
      }
    }
    assertThat(file).hasContent(other + "\n");
  }

  @Test
  void hostsThatPeersKnowAreTriedUntilThereAreEnoughConnections() throws IOException {
    HostCatcherConfig nobody = HostCatcherConfig.defaults();
    try (TestRouter one = new TestRouter(dialling(0, nobody));
        TestRouter two = new TestRouter(dialling(1, nobody.withHosts(List.of(hostOf(one)))))) {
      TestRouter.await(() -> one.stages.peers() == 1);
      try (TestRouter three = new TestRouter(dialling(2, nobody.withHosts(List.of(hostOf(one)))))) {
        TestRouter.await(() -> three.stages.peers() == 2 && two.stages.peers() == 2);
      }
    }
  }

  @Test
  void hostsOfPrivateNetworksAreTakenFromWhoIsInOneOrIfASettingSaysSo() throws IOException {
    InetAddress far = InetAddress.getByName("8.8.8.8");
    Host inside = new Host(0x0a000001, 6346);
    HostCatcherConfig usual = HostCatcherConfig.defaults();

    assertThat(usual.reach(far).mayName(inside)).isFalse();
    assertThat(usual.reach(InetAddress.getByName("10.0.0.2")).mayName(inside)).isTrue();
    assertThat(usual.withPrivateHosts(true).reach(far).mayName(inside)).isTrue();
  }

  @Test
  void hostsThatCanNotBeAreNotTakenFromWhoRefusesUs() throws IOException {
    Path file = folder.resolve("hosts");
    Host nobody = new Host(0x7f000001, 1);
    try (ServerSocket full = listener()) {
      HostCatcherConfig known =
          HostCatcherConfig.defaults().withHosts(List.of(host(full))).withFile(file);
      try (TestRouter router = new TestRouter(dialling(1, known));
          Socket came = full.accept()) {
        block(came);
        String answer =
            "GNUTELLA/0.6 503 Full\r\nX-Try: 0.0.0.5:6346,224.0.0.1:6346,1.2.3.4:0," + nobody;
        came.getOutputStream().write((answer + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        assertThat(came.getInputStream().read()).as("the end").isEqualTo(-1);
        assertThat(router.stages.peers()).isZero();
      }
      assertThat(Files.readAllLines(file))
          .containsExactlyInAnyOrder(host(full).toString(), nobody.toString());
    }
  }

  private static Host hostOf(TestRouter router) {
    return Host.of(router.address).orElseThrow();
  }

  @Test
  void hostsAreKeptFromOneRunToTheNext() throws IOException {
    Path file = folder.resolve("sub").resolve("hosts");
    Host host = new Host(0x01020304, 6346);
    HostCatcherConfig kept = HostCatcherConfig.defaults().withFile(file);
    new TestRouter(dialling(0, kept.withHosts(List.of(host)))).close();
    assertThat(file).hasContent("1.2.3.4:6346\n");

    Files.writeString(file, "5.6.7.8:1\nnonsense\n1.2.3.4:6346\n");
    new TestRouter(dialling(0, kept)).close();
    assertThat(file).hasContent("5.6.7.8:1\n1.2.3.4:6346\n");
  }
}
