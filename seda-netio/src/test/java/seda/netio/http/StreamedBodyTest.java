package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers that are produced while they are sent. */
@Timeout(120)
class StreamedBodyTest {
  private static final int PIECE = 10_000;

  private final ExecutorService pool = Executors.newFixedThreadPool(2);
  private final byte[] content = new byte[1_000_003];

  StreamedBodyTest() {
    new Random(1).nextBytes(content);
  }

  @AfterEach
  void stopPool() {
    pool.shutdownNow();
  }

  /** Produces its pieces on the pool. */
  private final class Pieces implements StreamedBody {
    private final int pieceBytes;
    private final long length;
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger released = new AtomicInteger();
    private int at;

    Pieces(int pieceBytes, long length) {
      this.pieceBytes = pieceBytes;
      this.length = length;
    }

    @Override
    public void next(Taker taker) {
      asked.incrementAndGet();
      pool.execute(() -> make(taker));
    }

    private void make(Taker taker) {
      if (at == length) {
        taker.end();
        return;
      }
      int n = (int) Math.min(pieceBytes, length - at);
      ByteBuffer piece = ByteBuffer.allocate(n);
      for (int i = 0; i < n; i++) {
        piece.put(content[(at + i) % content.length]);
      }
      at += n;
      taker.bytes(piece.flip());
    }

    @Override
    public void release() {
      released.incrementAndGet();
    }
  }

  private static TestServer streaming(long length, StreamedBody body) throws IOException {
    return TestServer.with()
        .start(
            e -> {
              if (e.request().path().equals("/body")) {
                e.respond(HttpResponse.of(200).streamed("x/y", length, body));
              } else {
                TestServer.echo(e);
              }
            });
  }

  private static byte[] chunks(Client client) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int n = chunkLength(client); n > 0; n = chunkLength(client)) {
      body.writeBytes(client.body(n));
      assertThat(client.body(2)).containsExactly('\r', '\n');
    }
    assertThat(client.body(2)).containsExactly('\r', '\n');
    return body.toByteArray();
  }

  private static int chunkLength(Client client) throws IOException {
    StringBuilder line = new StringBuilder();
    while (line.indexOf("\r\n") < 0) {
      line.append((char) client.body(1)[0]);
    }
    return Integer.parseInt(line.toString().strip(), 16);
  }

  @Test
  void goesAsItIsIfItsLengthIsKnownAndTheNextAnswerFollows() throws Exception {
    Pieces body = new Pieces(PIECE, content.length);
    try (TestServer server = streaming(content.length, body);
        Client client = server.connect()) {
      client.get("/body").get("/after");

      assertThat(Bytes.of(client.response().text())).isEqualTo(content);
      assertThat(client.response().text()).isEqualTo("GET /after ");
      assertThat(body.released).hasValue(1);
    }
  }

  @Test
  void goesInChunksIfItsLengthIsNotKnown() throws Exception {
    Pieces body = new Pieces(PIECE, content.length);
    try (TestServer server = streaming(HttpResponse.UNKNOWN_LENGTH, body);
        Client client = server.connect()) {
      client.get("/body").get("/after");
      Client.Response head = client.head();

      assertThat(head.header("Transfer-Encoding")).isEqualTo("chunked");
      assertThat(head.header("Content-Length")).isNull();
      assertThat(chunks(client)).isEqualTo(content);
      assertThat(client.response().text()).isEqualTo("GET /after ");
    }
  }

  @Test
  void goesToAClientOfHttp10UpToTheEndOfTheConnection() throws Exception {
    Pieces body = new Pieces(PIECE, content.length);
    try (TestServer server = streaming(HttpResponse.UNKNOWN_LENGTH, body);
        Client client = server.connect()) {
      client.send("GET /body HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
      Client.Response head = client.head();

      assertThat(head.header("Transfer-Encoding")).isNull();
      assertThat(head.header("Connection")).isEqualTo("close");
      assertThat(Bytes.of(client.rest())).isEqualTo(content);
    }
  }

  @Test
  void mayBeEmpty() throws Exception {
    try (TestServer server = streaming(HttpResponse.UNKNOWN_LENGTH, new Pieces(PIECE, 0));
        Client client = server.connect()) {
      client.get("/body").get("/after");
      client.head();

      assertThat(chunks(client)).isEmpty();
      assertThat(client.response().text()).isEqualTo("GET /after ");
    }
  }

  @Test
  void isReleasedUnaskedAfterAHead() throws Exception {
    Pieces body = new Pieces(PIECE, content.length);
    try (TestServer server = streaming(content.length, body);
        Client client = server.connect()) {
      client.send("HEAD /body HTTP/1.1\r\nHost: t\r\n\r\n").get("/after");

      assertThat(client.head().header("Content-Length")).isEqualTo("" + content.length);
      assertThat(client.response().text()).isEqualTo("GET /after ");
      assertThat(body.asked).hasValue(0);
      assertThat(body.released).hasValue(1);
    }
  }

  @Test
  void closesTheConnectionIfItHasAnotherLengthThanWasPromised() throws Exception {
    for (int difference : new int[] {-1, 1}) {
      Pieces body = new Pieces(PIECE, content.length + difference);
      try (TestServer server = streaming(content.length, body);
          Client client = server.connect()) {
        client.get("/body").get("/after");

        assertThatThrownBy(client::response).isInstanceOf(IOException.class);
        server.awaitOpen(0);
        assertThat(body.released).hasValue(1);
      }
    }
  }

  @Test
  void closesTheConnectionIfTheRestCannotBeMade() throws Exception {
    StreamedBody failing =
        new StreamedBody() {
          private boolean begun;

          @Override
          public void next(Taker taker) {
            if (begun) {
              taker.fail();
            } else {
              begun = true;
              taker.bytes(ByteBuffer.wrap(content, 0, 5));
            }
          }

          @Override
          public void release() {}
        };
    try (TestServer server = streaming(HttpResponse.UNKNOWN_LENGTH, failing);
        Client client = server.connect()) {
      client.get("/body");
      client.head();

      assertThatThrownBy(() -> chunks(client)).isInstanceOf(IOException.class);
      server.awaitOpen(0);
    }
  }

  @Test
  void isNotAskedForMoreThanTheClientTakes() throws Exception {
    Pieces body = new Pieces(1 << 20, 1L << 30);
    try (TestServer server = streaming(1L << 30, body);
        Client other = server.connect()) {
      try (Client slow = server.connect()) {
        slow.get("/body").head();
        server.settleUntil(() -> body.asked.get() > 0);
        for (int i = 0; i < 200; i++) {
          assertThat(other.get("/" + i).response().status()).isEqualTo(200);
        }
        // the buffers of two sockets hold several MiB; then no more pieces are requested
        assertThat(body.asked.get()).isLessThan(64);
        assertThat(body.released).hasValue(0);
      }
      server.awaitOpen(1);
      assertThat(body.released).hasValue(1);
    }
  }

  @Test
  void endsWithAClientThatTakesNothingForTheWriteTimeout() throws Exception {
    Pieces body = new Pieces(1 << 20, 1L << 30);
    try (TestServer server =
            TestServer.with()
                .virtualTime()
                .start(e -> e.respond(HttpResponse.of(200).streamed("x/y", 1L << 30, body)));
        Client slow = server.connect()) {
      slow.get("/body").head();
      server.settleUntil(
          () -> {
            server.advance(Duration.ofSeconds(10));
            return server.http.statistics().open() == 0;
          });
      assertThat(body.released).hasValue(1);
    }
  }

  @Test
  void goesOnWhileTheServerDrainsAndThenCloses() throws Exception {
    Pieces body = new Pieces(1 << 16, 40 << 20);
    try (TestServer server = streaming(40 << 20, body);
        Client client = server.connect()) {
      client.get("/body").head();
      server.http.drain();

      byte[] all = client.body(40 << 20);
      assertThat(Arrays.copyOf(all, content.length)).isEqualTo(content);
      assertThat(client.isEnded()).isTrue();
      server.awaitOpen(0);
    }
  }
}
