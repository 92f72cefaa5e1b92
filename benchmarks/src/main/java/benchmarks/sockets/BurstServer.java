package benchmarks.sockets;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;

/** A server that counts what comes, and answers each burst. Closed with its process. */
interface BurstServer {
  /** Bytes of a burst: 1000 packets of 8 KB. */
  int BURST_BYTES = 1000 * (8 << 10);

  int ANSWER_BYTES = 32;

  /** The most that is read at once into a buffer of a connection's own; Netty's default. */
  int READ_BYTES = 64 << 10;

  /** Connections that the system may hold until they are accepted. */
  int BACKLOG = 4096;

  /** What the servers that are compared are made of. */
  enum Kind {
    /** The socket stages on processors. */
    STAGES("stages"),
    /** A thread of the system for each connection. */
    THREADS("a thread each"),
    /** A virtual thread for each connection. */
    VIRTUAL_THREADS("a virtual thread each"),
    /** Event loops of Netty. */
    NETTY("Netty");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }
  }

  /** Port of the loopback interface that it listens on. */
  int port();

  /** How far one connection is in its burst. For one thread. */
  final class Progress {
    private final LongAdder received;
    private int inBurst;

    /** A connection of which nothing came yet; {@code received} is the server's counter. */
    Progress(LongAdder received) {
      this.received = received;
    }

    /** Counts bytes; true if a burst is over, which has to be answered. */
    boolean ends(int bytes) {
      received.add(bytes);
      inBurst += bytes;
      boolean over = inBurst >= BURST_BYTES;
      if (over) {
        inBurst -= BURST_BYTES;
      }
      return over;
    }
  }

  static ByteBuffer answer() {
    return ByteBuffer.allocateDirect(ANSWER_BYTES);
  }
}
