package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;

import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;

/** The contract for connections under TLS 1.2, and what that version could do beyond 1.3. */
class Tls12ConnectionTest extends TlsConnectionTest {
  @Override
  TlsConfig config() throws Exception {
    return super.config().withVersions(TlsVersion.TLS_1_2);
  }

  // TLS 1.2 has no half-close (RFC 5246, 7.2.1), so these three of the contract do not apply.

  @Override
  void readsOnAfterItHasEndedItsOutput() {}

  @Override
  void mayBeWrittenToAfterThePeerHasEndedItsSide() {}

  @Override
  void anotherThreadMayEndTheOutputAndReadOn() {}

  @Test
  void refusesARenegotiation() throws Exception {
    SSLSocket socket = (SSLSocket) peer;
    assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.2");
    endpoint.run(e -> e.connection.awaitInput());

    socket.startHandshake();

    endpoint.until("it is closed", e -> e.closed == 1);
  }
}
