package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import seda.kernel.Processors;
import seda.kernel.Sink;
import seda.kernel.graph.StageGraph;

/** The contract for outgoing connections. */
class MadeConnectionTest extends ConnectionContract {
  TcpClient client;

  @Override
  void declare(StageGraph graph, Processors processors, Sink<Connection> input) throws Exception {
    client = new TcpClient(graph, processors, "", TcpConfig.defaults(), input);
  }

  @Override
  Socket connect() throws Exception {
    try (ServerSocket listener = new ChoppingListener()) {
      listener.bind(ANY_PORT);
      InetSocketAddress address =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort());
      ConnectListener opening =
          new ConnectListener() {
            @Override
            public ConnectionListener connected(Connection connection) {
              return open(connection);
            }

            @Override
            public void failed(ConnectFailure failure) {
              throw new AssertionError(failure);
            }
          };
      assertThat(client.connect(address, Duration.ofSeconds(60), opening).accepted()).isTrue();
      return listener.accept();
    }
  }

  private static final class ChoppingListener extends ServerSocket {
    ChoppingListener() throws IOException {}

    @Override
    public Socket accept() throws IOException {
      Socket socket = new ChoppedSocket();
      implAccept(socket);
      return socket;
    }
  }

  @Override
  TcpStatistics statistics() {
    return client.statistics();
  }
}
