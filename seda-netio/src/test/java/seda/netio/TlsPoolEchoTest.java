package seda.netio;

import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.ssl.SSLSocket;

/** The contract under TLS. */
class TlsPoolEchoTest extends PoolEchoContract {
  @Override
  TlsConfig tls() throws Exception {
    return TlsConfig.of(TestKeys.store(), TestKeys.PASSWORD);
  }

  @Override
  Socket connect(InetSocketAddress address) throws Exception {
    Socket raw = new ChoppedSocket(address);
    SSLSocket socket =
        (SSLSocket) TestKeys.trusting().getSocketFactory().createSocket(raw, "localhost", 0, true);
    socket.startHandshake();
    return socket;
  }
}
