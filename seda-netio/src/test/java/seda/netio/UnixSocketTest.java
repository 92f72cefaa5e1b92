package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;

/** A server on a Unix-domain socket. */
class UnixSocketTest {
  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rw-------");

  private final StageGraph graph = new StageGraph(Clock.system());
  private TcpServer server;

  @TempDir private Path directory;

  /** Sends a greeting and closes. */
  private static final class Hello implements ConnectionListener {
    Hello(Connection connection) {
      String peer = connection.remote().getAddress().isLoopbackAddress() ? "local" : "far";
      connection.write(ByteBuffer.wrap(peer.getBytes(StandardCharsets.US_ASCII)));
      connection.closeGracefully();
    }

    @Override
    public void timedOut() {}

    @Override
    public void writable() {}

    @Override
    public void closed() {}
  }

  @BeforeEach
  void start() {
    Processors processors =
        graph.processors(ProcessorsConfig.named("test").withCount(2), SelectorSource::open);
    ConnectionLimits one = ConnectionLimits.defaults().withPerAddress(1);
    server = new TcpServer(graph, processors, "", TcpConfig.defaults().withConnectionLimits(one));
    Stage<Connection> arrivals = graph.stage(StageConfig.named("arrivals"), processors);
    arrivals.handledBy(EventHandler.each(Connection::closeGracefully));
    server.serve(Hello::new, arrivals);
    graph.start();
  }

  @AfterEach
  void stop() {
    server.close();
    graph.stop(Duration.ofSeconds(5));
  }

  private static String helloFrom(Path file) throws IOException {
    ByteBuffer said = ByteBuffer.allocate(100);
    try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(file))) {
      while (client.read(said) >= 0) {}
    }
    return new String(said.array(), 0, said.position(), StandardCharsets.US_ASCII);
  }

  @Test
  void acceptsClientsThatMayWriteTheSocketFile() throws IOException {
    Path file = directory.resolve("socket");
    TcpListener listener = server.bind(file, OWNER, Hello::new);

    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(OWNER);
    for (int i = 0; i < 20; i++) { // more than the limit per address
      assertThat(helloFrom(file)).isEqualTo("local");
    }
    listener.close();
    assertThat(file).doesNotExist();
  }

  @Test
  void replacesTheFileOfADeadProcess() throws IOException {
    Path file = directory.resolve("socket");
    try (ServerSocketChannel killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      killed.bind(UnixDomainSocketAddress.of(file));
      assertThatThrownBy(() -> server.bind(file, OWNER, Hello::new))
          .isInstanceOf(BindException.class)
          .hasMessageContaining(file + ": another process listens there");
    }
    assertThat(file).exists();
    server.bind(file, OWNER, Hello::new);
    assertThat(helloFrom(file)).isEqualTo("local");
  }

  @Test
  void leavesOtherFilesAlone() throws IOException {
    Path file = Files.writeString(directory.resolve("notes"), "mine");
    assertThatThrownBy(() -> server.bind(file, OWNER, Hello::new))
        .isInstanceOf(BindException.class)
        .hasMessageContaining(file + ": the file exists and is not a socket");
    assertThat(file).hasContent("mine");
  }

  @Test
  void refusesAPathThatIsTooLong() {
    Path file = directory.resolve("x".repeat(150));
    assertThatThrownBy(() -> server.bind(file, OWNER, Hello::new))
        .isInstanceOf(BindException.class)
        .hasMessageContaining(file.toString());
  }
}
