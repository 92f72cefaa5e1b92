package arashi.front.route;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.session.Cookies;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import seda.kernel.Clock;
import seda.kernel.simulation.VirtualClock;

class WarmUpTest {
  /**
   * In a crowd the answers come late; the service must be ready a few seconds later all the same.
   */
  @Test
  void endsSecondsAfterItsTimeHoweverLateLoginsAreAnswered() throws Exception {
    VirtualClock clock = new VirtualClock(Instant.EPOCH);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    Future<List<Integer>> logins;
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      logins =
          thread.submit(
              () -> loginsPerConnection(server, () -> clock.advance(Duration.ofSeconds(4))));
      InetSocketAddress address = (InetSocketAddress) server.getLocalSocketAddress();
      new WarmUp(address, null, new Cookies(false), clock).run(Duration.ofSeconds(2), () -> false);
    } finally {
      thread.shutdown();
    }
    assertThat(logins.get()).filteredOn(count -> count > 0).hasSizeLessThanOrEqualTo(2);
    assertThat(clock.nanos()).isLessThanOrEqualTo(Duration.ofSeconds(2 + 5 + 4).toNanos());
  }

  /** A user who signs in meanwhile must not find the queue full of warm-up logins. */
  @Test
  void sendsOneLoginAfterTheOther() throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    Future<List<Integer>> logins;
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      logins = thread.submit(() -> loginsPerConnection(server, () -> {}));
      InetSocketAddress address = (InetSocketAddress) server.getLocalSocketAddress();
      new WarmUp(address, null, new Cookies(false), Clock.system())
          .run(Duration.ofMillis(1), () -> false);
    } finally {
      thread.shutdown();
    }
    assertThat(logins.get()).filteredOn(count -> count > 0).hasSize(24).containsOnly(1);
  }

  /** Answers each connection after reading all its requests. */
  private static List<Integer> loginsPerConnection(ServerSocket server, Runnable before)
      throws IOException {
    List<Integer> counts = new ArrayList<>();
    while (true) {
      try (Socket socket = server.accept()) {
        var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
        counts.add(logins(in));
        before.run();
        socket.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(US_ASCII));
      } catch (SocketException closed) {
        return counts;
      }
    }
  }

  private static int logins(BufferedReader in) throws IOException {
    int logins = 0;
    boolean last = false;
    while (!last) {
      int length = 0;
      for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
        logins += line.startsWith("POST /login ") ? 1 : 0;
        last |= line.equals("Connection: close");
        length =
            line.startsWith("Content-Length: ") ? Integer.parseInt(line.substring(16)) : length;
      }
      for (int i = 0; i < length; i++) {
        in.read();
      }
    }
    return logins;
  }
}
