package benchmarks.sockets;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;
import seda.netio.Connection;
import seda.netio.ConnectionListener;
import seda.netio.SelectorSource;
import seda.netio.TcpConfig;
import seda.netio.TcpServer;

/** Packets in, answers out, on the socket stages: listen, read, packets, write. */
final class StagedBursts {
  private static final int CONNECTIONS = 10_000;

  /** Bytes read from a connection in its turn. */
  private static final int BUFFER_BYTES = 256 << 10;

  /** Connections read before their packets are counted: their buffers fit into the cache. */
  private static final int READ_BATCH = 4;

  /** Reads a thousand ready connections before the next poll. */
  private static final int ROUNDS_PER_POLL = 1024 / READ_BATCH;

  private StagedBursts() {}

  /** Starts it, and returns its port. */
  static int start(LongAdder received) throws IOException {
    StageGraph graph = new StageGraph(Clock.system());
    Processors processors =
        graph.processors(
            ProcessorsConfig.named("processors").withRoundsPerPoll(ROUNDS_PER_POLL),
            SelectorSource::open);
    TcpServer server = new TcpServer(graph, processors, "", config());
    Stage<Connection> packets =
        graph.stage(StageConfig.named("packets").withQueueCapacity(2 * CONNECTIONS), processors);
    packets
        .handledBy(EventHandler.each(StagedBursts::packet))
        .listener(TcpServer.closingOnFailure());
    server.serve(connection -> new Peer(connection, received), packets);
    graph.start();
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return server.bind(any).address().getPort();
  }

  private static TcpConfig config() {
    TcpConfig given = TcpConfig.defaults();
    return new TcpConfig(
        BurstServer.BACKLOG,
        given.connectionLimits().withLimit(CONNECTIONS).withPerAddress(CONNECTIONS),
        given.acceptBatch(),
        READ_BATCH,
        BUFFER_BYTES,
        given.writeThreshold(),
        given.writeTimeout(),
        given.lingerTimeout(),
        given.lingerBytes());
  }

  private static void packet(Connection connection) {
    ByteBuffer input = connection.input();
    if (input != null && ((Peer) connection.listener()).progress.ends(input.remaining())) {
      connection.write(BurstServer.answer());
    }
    if (connection.inputEnded()) {
      connection.closeGracefully();
    } else {
      connection.awaitInput();
    }
  }

  private static final class Peer implements ConnectionListener {
    private final BurstServer.Progress progress;

    Peer(Connection connection, LongAdder received) {
      progress = new BurstServer.Progress(received);
      connection.awaitInput();
    }

    @Override
    public void timedOut() {
      throw new AssertionError("no time-out is set");
    }

    @Override
    public void writable() {
      // answers are short: nothing waits to be written
    }

    @Override
    public void closed() {
      // nothing is held
    }
  }
}
