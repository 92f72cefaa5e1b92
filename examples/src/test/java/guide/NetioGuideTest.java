package guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.graph.StageGraph;
import seda.netio.ConnectFailure;
import seda.netio.ConnectListener;
import seda.netio.Connection;
import seda.netio.ConnectionListener;
import seda.netio.Datagram;
import seda.netio.SelectorSource;
import seda.netio.TcpClient;
import seda.netio.TcpConfig;
import seda.netio.TcpServer;
import seda.netio.UdpPort;
import seda.netio.UdpPorts;
import seda.netio.http.HttpConfig;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpResponse;
import seda.netio.http.HttpServer;

/** The code of {@code docs/netio.md}. */
@Timeout(60)
class NetioGuideTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private final BlockingQueue<String> log = new LinkedBlockingQueue<>();
  private StageGraph running;

  @AfterEach
  void stop() {
    assertThat(running.stop(Duration.ofSeconds(10))).isTrue();
  }

  private String slowAnswer(String path) {
    return "answer to " + path;
  }

  @Test
  void httpOnAPoolWithATarget() throws Exception {
    InetSocketAddress address = ANY_PORT;
    // snippet
    StageGraph graph = new StageGraph(Clock.system());
    Processors processors =
        graph.processors(ProcessorsConfig.named("sockets"), SelectorSource::open);
    WorkerPool pool = graph.workerPool("database", 4);
    HttpServer server =
        new HttpServer(graph, processors, HttpConfig.defaults(), graph.sink("pages"));
    Stage<HttpExchange> pages =
        graph.stage(
            StageConfig.named("pages").withTarget(Duration.ofSeconds(1)).withBatchSize(1), pool);
    pages
        .arrivedAt(HttpExchange::arrivedNanos)
        .admission(DeadlineAdmission.of(pages))
        .handledBy(
            EventHandler.each(
                exchange -> {
                  String text = slowAnswer(exchange.request().path());
                  exchange.respond(HttpResponse.of(200).text(text));
                }));
    graph.start();
    InetSocketAddress bound = server.bind(address);
    // end
    running = graph;
    assertThat(get("http://127.0.0.1:" + bound.getPort() + "/a")).isEqualTo("answer to /a");
    // snippet
    server.drain(); // answers the requests under way with Connection: close
    boolean drained = server.awaitDrained(Duration.ofSeconds(10));
    graph.stop(Duration.ofSeconds(10));
    // end
    assertThat(drained).isTrue();
  }

  /** The page; asks again while a slow machine makes the server refuse. */
  private static String get(String page) throws IOException, InterruptedException {
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest request = HttpRequest.newBuilder(URI.create(page)).build();
    java.net.http.HttpResponse<String> answer;
    do {
      answer = client.send(request, BodyHandlers.ofString());
    } while (answer.statusCode() == 503);
    return answer.body();
  }

  // snippet
  record Echo(Connection connection) implements ConnectionListener {
    Echo {
      connection.timeoutAfter(Duration.ofMinutes(1));
      connection.awaitInput();
    }

    static void handle(Connection connection) {
      ByteBuffer input = connection.input();
      if (input != null) {
        connection.write(ByteBuffer.allocate(input.remaining()).put(input).flip());
      }
      if (connection.inputEnded()) {
        connection.closeGracefully(); // after all is written
      } else {
        connection.awaitInput();
      }
    }

    @Override
    public void timedOut() {
      connection.close();
    }

    @Override
    public void writable() {} // the peer has read; matters to protocols that write unasked

    @Override
    public void closed() {} // by either side; the last call
  }

  // end

  @Test
  void tcpBothWays() throws Exception {
    StageGraph graph = new StageGraph(Clock.system());
    running = graph;
    Processors processors =
        graph.processors(ProcessorsConfig.named("sockets").withCount(2), SelectorSource::open);
    // snippet
    TcpServer server = new TcpServer(graph, processors, "echo-", TcpConfig.defaults());
    Stage<Connection> echo = graph.stage(StageConfig.named("echo"), processors);
    echo.handledBy(EventHandler.each(Echo::handle)).listener(TcpServer.closingOnFailure()).pinned();
    server.serve(Echo::new, echo);
    // end
    // snippet
    Stage<Connection> answers = graph.stage(StageConfig.named("answers"), processors);
    answers.handledBy(
        EventHandler.each(
            connection -> {
              if (connection.input() != null) {
                log.add(StandardCharsets.UTF_8.decode(connection.input()).toString());
              }
              connection.closeGracefully();
            }));
    TcpClient client = new TcpClient(graph, processors, "", TcpConfig.defaults(), answers);
    // end
    graph.start();
    InetSocketAddress address = server.bind(ANY_PORT).address();
    // snippet
    client.connect(
        address,
        Duration.ofSeconds(5),
        new ConnectListener() {
          @Override
          public ConnectionListener connected(Connection connection) {
            connection.write(ByteBuffer.wrap("hello".getBytes(StandardCharsets.UTF_8)));
            return new Echo(connection); // awaits the answer
          }

          @Override
          public void failed(ConnectFailure failure) {
            log.add("no connection: " + failure.reason() + ", " + failure.detail());
          }
        });
    // end
    assertThat(log.take()).isEqualTo("hello");
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      socket.getOutputStream().write("abc".getBytes(StandardCharsets.UTF_8));
      socket.shutdownOutput();
      assertThat(socket.getInputStream().readAllBytes()).asString().isEqualTo("abc");
    }
  }

  @Test
  void udp() throws IOException, InterruptedException {
    StageGraph graph = new StageGraph(Clock.system());
    running = graph;
    Processors processors =
        graph.processors(ProcessorsConfig.named("sockets").withCount(1), SelectorSource::open);
    // snippet
    Stage<Datagram> questions = graph.stage(StageConfig.named("questions"), processors);
    questions.handledBy(
        EventHandler.each(
            question -> {
              log.add("a datagram of " + question.bytes().remaining() + " bytes");
              question.port().send(question.remote(), question.bytes());
            }));
    UdpPorts ports = new UdpPorts(graph, processors, "", 1024, questions);
    graph.start();
    UdpPort port = ports.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    // end
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.send(new DatagramPacket(new byte[3], 3, port.address()));
      assertThat(log.take()).isEqualTo("a datagram of 3 bytes");
    }
  }
}
