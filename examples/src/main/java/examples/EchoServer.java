package examples;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.graph.StageGraph;
import seda.netio.Connection;
import seda.netio.ConnectionListener;
import seda.netio.SelectorSource;
import seda.netio.TcpConfig;
import seda.netio.TcpServer;

/**
 * Sends each line of text back in capital letters. The work may be slow. Every line gets one answer
 * line: under overload that is {@code busy} and the milliseconds after which to try again.
 *
 * <pre>
 *   listen ─► read ─► cut ─────────────► work (2 threads, target 100 ms)
 *                      ▲  one line each      │
 *                      └───── redeliver ─────┴─► write
 * </pre>
 *
 * <p>A connection has one line at work. Its other input stays in the socket, so TCP slows down a
 * client that sends faster than it is served.
 */
public final class EchoServer {
  private static final int LONGEST_LINE = 1024;

  /** What is done with a line; may block. */
  @FunctionalInterface
  public interface Work {
    /** The answer to a line. */
    String of(String line) throws Exception;
  }

  private record Line(Client client, String text, long arrived) {}

  private final StageGraph graph;
  private final TcpServer tcp;
  private final Stage<Line> work;

  /** Declares the stages on a graph that is not started yet. */
  public EchoServer(StageGraph graph, Work slow) {
    this.graph = graph;
    Processors processors =
        graph.processors(ProcessorsConfig.named("sockets"), SelectorSource::open);
    this.tcp = new TcpServer(graph, processors, "", TcpConfig.defaults());
    Stage<Connection> cut = graph.stage(StageConfig.named("cut"), processors);
    StageConfig config =
        StageConfig.named("work")
            .withTarget(Duration.ofMillis(100))
            .withQueueCapacity(64)
            .withBatchSize(1);
    this.work = graph.stage(config, graph.workerPool("workers", 2));

    cut.handledBy(EventHandler.each(connection -> ((Client) connection.listener()).cut()))
        .listener(TcpServer.closingOnFailure())
        .pinned();
    work.handledBy(EventHandler.each(line -> line.client.answer(slow.of(line.text))))
        .arrivedAt(Line::arrived)
        .admission(DeadlineAdmission.of(work))
        .listener(new Unanswered())
        .blocking();
    tcp.serve(Client::new, cut);
  }

  /** Listens on an address, after the graph has started; port 0 is any free one. */
  public InetSocketAddress listen(InetSocketAddress address) throws IOException {
    return tcp.bind(address).address();
  }

  /** Answers the lines that were accepted and did not complete. */
  private static final class Unanswered implements EventListener<Line> {
    @Override
    public void shed(Line line) {
      line.client.answer("busy");
    }

    @Override
    public void failed(Line line, Throwable cause) {
      line.client.answer("failed: " + cause.getMessage());
    }
  }

  /** One connection. Its methods run on its processor, but for {@link #answer}. */
  private final class Client implements ConnectionListener {
    private final Connection connection;
    private final ByteBuffer begun = ByteBuffer.allocate(LONGEST_LINE); // of the next line

    Client(Connection connection) {
      this.connection = connection;
      connection.awaitInput();
    }

    /** Takes one line off the input. The rest waits until that line is answered. */
    void cut() {
      ByteBuffer input = connection.input();
      while (input != null && input.hasRemaining()) {
        byte next = input.get();
        if (next == '\n') {
          submit(StandardCharsets.UTF_8.decode(begun.flip()).toString().strip());
          begun.clear();
          return;
        }
        if (!begun.hasRemaining()) {
          write("failed: a line has at most " + LONGEST_LINE + " bytes");
          connection.closeGracefully();
          return;
        }
        begun.put(next);
      }
      if (connection.inputEnded()) {
        connection.closeGracefully();
      } else {
        connection.awaitInput();
      }
    }

    private void submit(String text) {
      EnqueueResult result = work.enqueue(new Line(this, text, graph.clock().nanos()));
      if (!result.accepted()) {
        answer("busy " + result.retryAfter().toMillis());
      }
    }

    /** Writes the answer and goes on with the next line. Any thread. */
    void answer(String text) {
      write(text);
      connection.redeliver();
    }

    private void write(String text) {
      connection.write(ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void timedOut() {}

    @Override
    public void writable() {}

    @Override
    public void closed() {}
  }

  /** Serves port 7007, or that of the first argument, until the process is ended. */
  public static void main(String[] arguments) throws IOException {
    int port = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7007;
    StageGraph graph = new StageGraph(Clock.system());
    EchoServer server =
        new EchoServer(
            graph,
            line -> {
              Thread.sleep(10);
              return line.toUpperCase(Locale.ROOT);
            });
    graph.start();
    System.out.println("Echo is at " + server.listen(new InetSocketAddress(port)));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> graph.stop(Duration.ofSeconds(5))));
  }
}
