package examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.kernel.Clock;
import seda.kernel.graph.StageGraph;

@Timeout(60)
class EchoServerTest {
  private static final int CROWD = 200;

  private final StageGraph graph = new StageGraph(Clock.system());
  private InetSocketAddress address;

  private void start(EchoServer.Work work) throws IOException {
    EchoServer server = new EchoServer(graph, work);
    graph.start();
    address = server.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  @AfterEach
  void stop() {
    assertThat(graph.stop(Duration.ofSeconds(10))).isTrue();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(address.getAddress(), address.getPort());
    socket.setSoTimeout(30_000);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> linesUntilEnd(Socket socket) throws IOException {
    socket.shutdownOutput();
    byte[] all = socket.getInputStream().readAllBytes();
    return new String(all, StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void answersLinesInTheirOrderHoweverTheyArrive() throws Exception {
    start(line -> line.toUpperCase(Locale.ROOT));
    try (Socket socket = connect()) {
      send(socket, "one\ntwo\nthr");
      send(socket, "ee\n\nfünf\r\n");

      assertThat(linesUntilEnd(socket)).containsExactly("ONE", "TWO", "THREE", "", "FÜNF");
    }
  }

  @Test
  void tellsAClientWhyItsLineFailed() throws Exception {
    start(
        line -> {
          throw new IllegalArgumentException("no such thing as " + line);
        });
    try (Socket socket = connect()) {
      send(socket, "x\n" + "y".repeat(2000) + "\n");

      assertThat(linesUntilEnd(socket))
          .containsExactly("failed: no such thing as x", "failed: a line has at most 1024 bytes");
    }
  }

  @Test
  void answersEveryLineOfACrowdThatIsTooLarge() throws Exception {
    CountDownLatch stuck = new CountDownLatch(1);
    start(
        line -> {
          stuck.await();
          return line;
        });
    List<Socket> crowd = new ArrayList<>();
    List<BufferedReader> answers = new ArrayList<>();
    try {
      for (int i = 0; i < CROWD; i++) {
        Socket socket = connect();
        crowd.add(socket);
        answers.add(
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)));
        send(socket, "line\n");
      }
      // two lines are at work and 64 wait: the others are refused while nothing moves
      while (graph.snapshot().stage("work").rejected() < CROWD - 66) {
        Thread.onSpinWait();
      }
      stuck.countDown();

      List<String> lines = new ArrayList<>();
      for (BufferedReader answer : answers) {
        lines.add(answer.readLine());
      }
      assertThat(lines).allMatch(line -> line.matches("line|busy( \\d+)?"));
      assertThat(lines).contains("line").filteredOn(line -> line.startsWith("busy")).isNotEmpty();
    } finally {
      stuck.countDown();
      for (Socket socket : crowd) {
        socket.close();
      }
    }
  }
}
