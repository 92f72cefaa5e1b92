package benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ClientLoopTest {

  @Test
  void sendsAnEarlyRequestBeforeLaterTimersRun() throws Exception {
    CountDownLatch sent = new CountDownLatch(1);
    CompletableFuture<Boolean> sentBeforeTheLast = new CompletableFuture<>();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ClientLoop loop = ClientLoop.onThread()) {
      Thread peer = new Thread(() -> awaitByte(server, sent));
      peer.start();
      HttpConnection first =
          new HttpConnection(loop, (InetSocketAddress) server.getLocalSocketAddress(), true);
      loop.submit(
          () -> {
            long due = System.nanoTime();
            loop.at(due - 1_000, () -> first.exchange("GET / HTTP/1.1\r\n\r\n", new Nobody()));
            for (int i = 1; i < 1_000; i++) {
              loop.at(due, () -> {});
            }
            loop.at(due + 1, () -> sentBeforeTheLast.complete(await(sent)));
          });
      assertThat(sentBeforeTheLast.get()).isTrue();
      peer.join();
    }
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      return false;
    }
  }

  private static void awaitByte(ServerSocket server, CountDownLatch came) {
    try (Socket client = server.accept()) {
      if (client.getInputStream().read() == 'G') {
        came.countDown();
      }
    } catch (IOException e) {
      // the latch stays closed
    }
  }

  private record Nobody() implements HttpConnection.Listener {
    @Override
    public void replied(Reply reply) {}

    @Override
    public void failed(IOException cause) {}
  }
}
