package benchmarks.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The client distinguishes resumed from full handshakes. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TlsClientTest {
  @TempDir Path folder;

  @Test
  void distinguishesResumedFromFullHandshakes() throws Exception {
    Path root = Files.createDirectory(folder.resolve("root"));
    new FileSet(root, 1).write();
    TlsKeys keys = TlsKeys.make(folder);
    assertThat(keys.key()).content().startsWith("-----BEGIN PRIVATE KEY-----\n");
    assertThat(keys.certificate()).content().startsWith("-----BEGIN CERTIFICATE-----\n");
    try (WebServer server = WebServer.startTls("haboob", root, keys)) {
      TlsClient client = new TlsClient(server.address());
      assertThat(isResumed(client, false)).as("the first").isFalse();
      assertThat(isResumed(client, true)).as("the second").isTrue();
      assertThat(isResumed(client, false)).as("after its session was invalidated").isFalse();
    }
  }

  private static boolean isResumed(TlsClient client, boolean invalidate) throws Exception {
    try (SSLSocket socket = client.connect()) {
      assertThat(TlsClient.ask(socket, FileSet.PAGE)).isEqualTo(FileSet.PAGE_BYTES);
      if (invalidate) {
        socket.getSession().invalidate();
      }
      return client.resumed();
    }
  }
}
