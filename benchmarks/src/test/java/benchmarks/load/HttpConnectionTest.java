package benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpConnectionTest {
  private static final int LARGE = 300_000;
  private static final List<Integer> LENGTHS = List.of(0, 40_001, 5, 600_002, 1_003);

  private HttpServer server;
  private ClientLoop loop;
  private HttpConnection connection;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = "x".repeat(LARGE).getBytes(StandardCharsets.US_ASCII);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    loop = ClientLoop.onThread();
    connection = new HttpConnection(loop, server.getAddress(), true);
  }

  @AfterEach
  void stop() {
    loop.submit(connection::close);
    loop.close();
    server.stop(0);
  }

  /** The body. */
  private CompletableFuture<String> get() {
    CompletableFuture<String> reply = new CompletableFuture<>();
    loop.submit(
        () ->
            connection.exchange(
                "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
                new HttpConnection.Listener() {
                  @Override
                  public void replied(Reply got) {
                    assertThat(got.status()).isEqualTo(200);
                    reply.complete(got.body());
                  }

                  @Override
                  public void failed(IOException cause) {
                    reply.completeExceptionally(cause);
                  }
                }));
    return reply;
  }

  @Test
  void assemblesALargeReplyAndReusesTheConnection() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(get().get(60, TimeUnit.SECONDS)).hasSize(LARGE);
    }
  }

  @Test
  void failsARequestAfterTheServerStops() {
    server.stop(0);
    assertThat(get()).failsWithin(60, TimeUnit.SECONDS);
  }

  /** Heads and bodies come in pieces, and the next reply needs no part of the one before. */
  @Test
  void assemblesRepliesThatComeInPieces() throws Exception {
    Random random = new Random(1);
    try (ServerSocket pieces = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread server = new Thread(() -> answerInPieces(pieces, random));
      server.start();
      connection =
          new HttpConnection(loop, (InetSocketAddress) pieces.getLocalSocketAddress(), true);
      for (int length : LENGTHS) {
        assertThat(get().get(60, TimeUnit.SECONDS))
            .isEqualTo("" + length % 10 + "y".repeat(length));
      }
      server.join();
    }
  }

  private static void answerInPieces(ServerSocket server, Random random) {
    try (Socket socket = server.accept()) {
      socket.setTcpNoDelay(true);
      for (int length : LENGTHS) {
        while (!endsHead(socket)) {
          // the request's head goes on
        }
        String body = length % 10 + "y".repeat(length);
        String reply = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        byte[] bytes = reply.getBytes(StandardCharsets.US_ASCII);
        for (int sent = 0; sent < bytes.length; ) {
          int piece = Math.min(bytes.length - sent, 1 + random.nextInt(1 + sent));
          socket.getOutputStream().write(bytes, sent, piece);
          sent += piece;
        }
      }
    } catch (IOException e) {
      // the client fails
    }
  }

  /** Reads up to the end of a line; true if the line was empty. */
  private static boolean endsHead(Socket socket) throws IOException {
    int length = 0;
    for (int b = socket.getInputStream().read(); b != '\n'; b = socket.getInputStream().read()) {
      length++;
    }
    return length <= 1;
  }

  @Test
  void refusesAnEndlessHead() throws Exception {
    try (ServerSocket endless = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      connection =
          new HttpConnection(loop, (InetSocketAddress) endless.getLocalSocketAddress(), true);
      CompletableFuture<String> reply = get();
      try (Socket socket = endless.accept()) {
        byte[] line = "Name: value\r\n".repeat(1_000).getBytes(StandardCharsets.US_ASCII);
        socket.getOutputStream().write("HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().write(line);
        assertThatThrownBy(() -> reply.get(60, TimeUnit.SECONDS)).hasMessageContaining("head");
      }
    }
  }
}
