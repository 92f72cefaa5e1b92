package arashi.deploy.command;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.deploy.Arashi;
import arashi.deploy.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code arashi gnutella} as a process. */
class GnutellaCommandTest {
  @TempDir private Path folder;

  private Path settings(String... lines) throws IOException {
    Path hosts = folder.resolve("hosts");
    Path file = folder.resolve("gnutella.conf");
    Files.writeString(
        file,
        "catcher.file = \""
            + hosts.toString().replace('\\', '/')
            + "\"\n"
            + String.join("\n", lines));
    return file;
  }

  private Arashi.Running start(Path settings, String... options) {
    List<String> all = new java.util.ArrayList<>();
    all.addAll(List.of("gnutella", "--host", "127.0.0.1", "--port", "0", "--status-port", "0"));
    all.addAll(List.of("--config", settings.toString()));
    all.addAll(List.of(options));
    return Arashi.start(all);
  }

  private static int port(Arashi.Running running) {
    return Integer.parseInt(running.await("Peers connect at 127\\.0\\.0\\.1:(\\d+)"));
  }

  @Test
  void routersConnectAndSayGoodByeWhenTheyAreStopped() throws IOException {
    try (Arashi.Running one = start(settings())) {
      int port = port(one);
      Path log = folder.resolve("figures.json");
      try (Arashi.Running two =
          start(settings(), "--connect", "127.0.0.1:" + port, "--log", log.toString())) {
        String status = two.await("Status is at http://127\\.0\\.0\\.1:(\\d+)/");
        Eventually.holds(() -> page(Integer.parseInt(status)).contains("<p>Peers: 1;"));
        Eventually.holds(() -> Files.exists(log) && text(log).endsWith("}\n"));
        assertThat(Files.readAllLines(log).get(0)).startsWith("{\"at\":\"").contains("\"pong\":");
        assertThat(greeting(port)).isEqualTo("GNUTELLA OK\n\n");
        assertThat(two.stop().out()).doesNotContain("Exception", "ERROR");
      }
      assertThat(Files.readString(folder.resolve("hosts"))).contains("127.0.0.1:" + port);
      Arashi.Outcome stopped = one.stop();
      assertThat(stopped.out()).doesNotContain("Exception", "ERROR");
      assertThat(stopped.exit()).isZero();
    }
  }

  /** Returns the first line that a connecting peer gets. */
  private static String greeting(int port) throws IOException {
    try (Socket peer = new Socket(InetAddress.getLoopbackAddress(), port)) {
      peer.getOutputStream().write("GNUTELLA CONNECT/0.4\n\n".getBytes(StandardCharsets.US_ASCII));
      return new String(peer.getInputStream().readNBytes(13), StandardCharsets.US_ASCII);
    }
  }

  private static String page(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void whatIsNotAllowedIsNamed() throws IOException {
    assertThat(refused("queue.close = 1")).contains("close = 1 bytes");
    assertThat(refused("peers.inflated-bytes = 0")).contains("inflated-bytes = 0");
    assertThat(refused("peers.address-share = 0"))
        .contains("address-share = 0.0, must be more than");
    assertThat(refused("peers.address-share = 1.1")).contains("address-share = 1.1, must be more");
    assertThat(refused("peers.handshakes = 0")).contains("handshakes = 0, must be at least 1");
    assertThat(refused("peers.mix = 5")).contains("unknown key peers.mix");
    assertThat(refused("connect = [ nowhere ]")).contains("connect = nowhere");
    assertThat(refused("query.cost = 20 ms\nseda.stages.gnutella-query.queue-capacity = 0"))
        .contains("queue-capacity");
    Arashi.Outcome noFile = Arashi.run(List.of("gnutella", "--config", "/no/such/file"));
    assertThat(noFile.exit()).isEqualTo(1);
    assertThat(noFile.err()).contains("/no/such/file");
  }

  private String refused(String line) throws IOException {
    Arashi.Outcome outcome =
        Arashi.run(List.of("gnutella", "--port", "0", "--config", settings(line).toString()));
    assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(1);
    assertThat(outcome.err().lines().count()).isEqualTo(1);
    return outcome.err();
  }

  @Test
  void aPortThatIsTakenIsNamed() throws IOException {
    try (ServerSocket taken = new ServerSocket(0)) {
      Arashi.Outcome outcome =
          Arashi.run(
              List.of(
                  "gnutella",
                  "--port",
                  "" + taken.getLocalPort(),
                  "--config",
                  settings().toString()));

      assertThat(outcome.exit()).isEqualTo(1);
      assertThat(outcome.err()).contains("can't listen on", "" + taken.getLocalPort());
    }
  }
}
