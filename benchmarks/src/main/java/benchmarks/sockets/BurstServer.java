package benchmarks.sockets;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;

/**
 * A server that counts bytes and answers each burst, in a process of its own. It prints its port;
 * for each line of input it prints the bytes received so far. It ends with its input.
 */
final class BurstServer {
  /** Bytes of a burst: 1000 packets of 8 KB. */
  static final int BURST_BYTES = 1000 * (8 << 10);

  static final int ANSWER_BYTES = 32;

  /** Largest read into a connection's own buffer; Netty's default. */
  private static final int READ_BYTES = 64 << 10;

  /** Connections that the system may hold until they are accepted. */
  static final int BACKLOG = 4096;

  private static final long STACK_BYTES = 256 << 10;

  enum Kind {
    /** The socket stages on processors. */
    STAGES("stages"),
    /** A platform thread for each connection. */
    THREADS("a thread each"),
    /** A virtual thread for each connection. */
    VIRTUAL_THREADS("a virtual thread each"),
    /** Event loops of Netty. */
    NETTY("Netty");

    final String title;

    Kind(String title) {
      this.title = title;
    }
  }

  /** Position of one connection in its burst. For one thread. */
  static final class Progress {
    private final LongAdder received;
    private int inBurst;

    /** A new connection; {@code received} is the server's counter. */
    Progress(LongAdder received) {
      this.received = received;
    }

    /** Counts bytes; true at the end of a burst, which has to be answered. */
    boolean ends(int bytes) {
      received.add(bytes);
      inBurst += bytes;
      boolean over = inBurst >= BURST_BYTES;
      inBurst -= over ? BURST_BYTES : 0;
      return over;
    }
  }

  private BurstServer() {}

  static ByteBuffer answer() {
    return ByteBuffer.allocateDirect(ANSWER_BYTES);
  }

  /** Runs the {@link Kind} of that name. */
  public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
    LongAdder received = new LongAdder();
    ThreadFactory platform = task -> new Thread(null, task, "connection", STACK_BYTES);
    int port =
        switch (Kind.valueOf(arguments[0])) {
          case STAGES -> StagedBursts.start(received);
          case THREADS -> start(platform, received);
          case VIRTUAL_THREADS -> start(virtualThreads(), received);
          case NETTY -> NettyBursts.start(received);
        };
    System.out.println(port);
    BufferedReader questions =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    while (questions.readLine() != null) {
      System.out.println(received.sum());
    }
    System.exit(0);
  }

  /** By reflection, because Java 17 lacks virtual threads. */
  private static ThreadFactory virtualThreads() throws ReflectiveOperationException {
    Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
    Class<?> type = Class.forName("java.lang.Thread$Builder");
    return (ThreadFactory) type.getMethod("factory").invoke(builder);
  }

  /** Starts a blocking thread for each connection, and returns the port. */
  private static int start(ThreadFactory threads, LongAdder received) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    new Thread(() -> accept(channel, threads, received), "accept").start();
    return channel.socket().getLocalPort();
  }

  private static void accept(
      ServerSocketChannel channel, ThreadFactory threads, LongAdder received) {
    try {
      while (true) {
        SocketChannel connection = channel.accept();
        threads.newThread(() -> serve(connection, received)).start();
      }
    } catch (IOException e) {
      throw new IllegalStateException("accepting failed", e);
    }
  }

  private static void serve(SocketChannel connection, LongAdder received) {
    Progress progress = new Progress(received);
    ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);
    try (connection) {
      for (int n = connection.read(buffer); n >= 0; n = connection.read(buffer.clear())) {
        if (progress.ends(n)) {
          connection.write(answer());
        }
      }
    } catch (IOException e) {
      // the load closes connections in the middle of bursts
    }
  }
}
