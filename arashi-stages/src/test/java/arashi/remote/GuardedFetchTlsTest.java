package arashi.remote;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import arashi.delivery.session.TestKey;
import arashi.remote.FetchException.Reason;
import arashi.target.Network;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fetches by TLS, from a server with a certificate for localhost. */
class GuardedFetchTlsTest {
  @TempDir private Path directory;
  private Path keys;
  private ScriptedServer server;
  private final OneTimer timer = new OneTimer();

  @BeforeEach
  void start() throws IOException, InterruptedException, GeneralSecurityException {
    keys = directory.resolve("keys.p12");
    TestKey.write(keys);
    char[] password = TestKey.PASSWORD.toCharArray();
    KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
    managers.init(KeyStore.getInstance(keys.toFile(), password), password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    server = new ScriptedServer(context.getServerSocketFactory());
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  private byte[] get(String host, SSLSocketFactory tls) throws FetchException {
    FetchLimits limits =
        new FetchLimits(
            Duration.ofMinutes(1),
            1_000,
            2_000,
            0,
            Set.of(server.port()),
            List.of(Network.of("127.0.0.0/8")));
    GuardedFetch fetch =
        new GuardedFetch(limits, name -> List.of(InetAddress.getLoopbackAddress()), tls, timer);
    return fetch.get(RemoteUrl.parse("https://" + host + ":" + server.port() + "/").orElseThrow());
  }

  private Reason refusal(String host, SSLSocketFactory tls) {
    return catchThrowableOfType(FetchException.class, () -> get(host, tls)).reason();
  }

  private SSLSocketFactory trusting() throws GeneralSecurityException, IOException {
    return TestKey.trusting(keys).getSocketFactory();
  }

  @Test
  void readsFromAServerThatProvesItsName() throws Exception {
    server.answers("HTTP/1.1 200 OK\r\n\r\nbody");

    assertThat(new String(get("localhost", trusting()), US_ASCII)).isEqualTo("body");
  }

  @Test
  void sendsNothingToOneThatDoesNot() throws Exception {
    SSLSocketFactory usual = (SSLSocketFactory) SSLSocketFactory.getDefault();

    assertThat(refusal("shop.example", trusting())).isEqualTo(Reason.UNTRUSTED);
    assertThat(refusal("localhost", usual)).isEqualTo(Reason.UNTRUSTED);
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void waitsNoLongerThanItsTime() throws Exception {
    server.answers(
        out -> {
          out.write("HTTP/1.1 200 OK\r\n\r\nslow".getBytes(US_ASCII));
          out.flush();
          timer.fire();
          server.awaitClosedByClient();
        });

    assertThat(refusal("localhost", trusting())).isEqualTo(Reason.TOO_SLOW);
  }
}
