package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;

/** A server without free file descriptors: in its own process, with few of them. */
class DescriptorLimitTest {
  private static final int DESCRIPTORS = 80;
  private static final int CLIENTS = 120;

  /**
   * Echoes its input. Prints its port, and for each byte on standard input the number of accepted
   * connections.
   */
  static final class Server {
    public static void main(String[] arguments) throws IOException {
      StageGraph graph = new StageGraph(Clock.system());
      Processors processors =
          graph.processors(ProcessorsConfig.named("p").withCount(1), SelectorSource::open);
      TcpServer server = new TcpServer(graph, processors, "", TcpConfig.defaults());
      Stage<Connection> echo = graph.stage(StageConfig.named("echo"), processors);
      echo.handledBy(EventHandler.each(TcpServerTest.Echo::handle));
      server.serve(TcpServerTest.Echo::new, echo);
      graph.start();
      InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      System.out.println(server.bind(any).address().getPort());
      while (System.in.read() >= 0) {
        System.out.println(server.statistics().opened());
      }
      graph.stop(Duration.ofSeconds(1));
    }
  }

  @Test
  @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void pausesWhenDescriptorsRunOutAndGoesOnWhenTheyComeBack() throws Exception {
    try (FewDescriptors process = FewDescriptors.start(DESCRIPTORS, Server.class)) {
      int port = process.nextNumber();
      try (Socket first = connect(port)) {
        assertEchoes(first); // loads classes while descriptors are free
        assertThat(accepted(process)).isEqualTo(1);
      }
      List<Socket> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(connect(port));
      }
      assertEchoes(clients.get(0)); // still served, although no more are accepted
      assertThat(accepted(process)).isLessThan(DESCRIPTORS);

      for (Socket client : clients.subList(0, CLIENTS - 1)) {
        client.close();
      }
      assertEchoes(clients.get(CLIENTS - 1)); // the last one is accepted by now
      for (int i = 0; i < CLIENTS; i++) {
        try (Socket client = connect(port)) {
          assertEchoes(client);
        }
      }
    }
  }

  private static int accepted(FewDescriptors process) throws IOException {
    process.ask();
    return process.nextNumber();
  }

  private static Socket connect(int port) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(60_000);
    return socket;
  }

  private static void assertEchoes(Socket socket) throws IOException {
    socket.getOutputStream().write(42);
    assertThat(socket.getInputStream().read()).isEqualTo(42);
  }
}
