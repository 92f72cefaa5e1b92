package seda.netio;

import java.io.IOException;
import java.net.Socket;
import seda.kernel.Processors;
import seda.kernel.Sink;
import seda.kernel.graph.StageGraph;

/** The contract for accepted connections. */
class AcceptedConnectionTest extends ConnectionContract {
  private TcpServer server;

  @Override
  void declare(StageGraph graph, Processors processors, Sink<Connection> input) {
    server = new TcpServer(graph, processors, "", TcpConfig.defaults());
    server.serve(this::open, input);
  }

  @Override
  Socket connect() throws IOException {
    TcpListener listener = server.bind(ANY_PORT);
    return new Socket(listener.address().getAddress(), listener.address().getPort());
  }

  @Override
  TcpStatistics statistics() {
    return server.statistics();
  }
}
