package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.netio.FewDescriptors;

/** Idle connections hold all file descriptors: in a separate process with few of them. */
class IdleDescriptorsTest {
  private static final int DESCRIPTORS = 80;
  private static final int IDLE = 120;

  /** Echoes requests; its connection limit is far above its descriptors. */
  static final class Server {
    public static void main(String[] arguments) throws IOException {
      try (TestServer server = TestServer.echoing()) {
        System.out.println(server.address().getPort());
        while (System.in.read() >= 0) {} // until the test ends
      }
    }
  }

  @Test
  @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void areClosedForNewcomers() throws Exception {
    List<Socket> idle = new ArrayList<>();
    try (FewDescriptors process = FewDescriptors.start(DESCRIPTORS, Server.class)) {
      int port = process.nextNumber();
      InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      try (Client first = new Client(address)) { // loads classes
        assertThat(first.get("/").response().status()).isEqualTo(200);
      }
      for (int i = 0; i < IDLE; i++) {
        idle.add(new Socket(address.getAddress(), port));
      }

      for (int i = 0; i < 20; i++) { // well before the idle time-out
        try (Client newcomer = new Client(address)) {
          assertThat(newcomer.get("/" + i).response().status()).isEqualTo(200);
        }
      }
    } finally {
      for (Socket socket : idle) {
        socket.close();
      }
    }
  }
}
