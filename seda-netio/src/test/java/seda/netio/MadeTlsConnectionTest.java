package seda.netio;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import seda.kernel.Processors;
import seda.kernel.Sink;
import seda.kernel.graph.StageGraph;

/** The contract for outgoing connections under TLS; the peer is the JDK's blocking socket. */
class MadeTlsConnectionTest extends MadeConnectionTest {
  private Socket raw;

  @Override
  void declare(StageGraph graph, Processors processors, Sink<Connection> input) throws Exception {
    TlsClientConfig tls = TlsClientConfig.trusting(TestKeys.store(), TestKeys.PASSWORD);
    client = new TcpClient(graph, processors, "", TcpConfig.defaults(), tls, input);
  }

  @Override
  Socket connect() throws Exception {
    raw = super.connect();
    SSLContext keys = ServerKeys.context(TlsConfig.of(TestKeys.store(), TestKeys.PASSWORD));
    InputStream readBefore = null;
    SSLSocket socket = (SSLSocket) keys.getSocketFactory().createSocket(raw, readBefore, true);
    socket.startHandshake();
    return socket;
  }

  /** Closes without close_notify: the peer would wait until its output is read. */
  @Override
  void abort(Socket peer) throws IOException {
    super.abort(raw);
  }
}
