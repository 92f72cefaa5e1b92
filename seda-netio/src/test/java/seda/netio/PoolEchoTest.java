package seda.netio;

import java.net.InetSocketAddress;
import java.net.Socket;

/** The contract for plain TCP. */
class PoolEchoTest extends PoolEchoContract {
  @Override
  TlsConfig tls() {
    return null;
  }

  @Override
  Socket connect(InetSocketAddress address) throws Exception {
    return new ChoppedSocket(address);
  }
}
