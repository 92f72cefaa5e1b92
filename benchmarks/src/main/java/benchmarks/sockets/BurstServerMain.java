package benchmarks.sockets;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.LongAdder;

/**
 * A server in a process of its own. It prints its port, then, for each line that it reads, how many
 * bytes came up to now; at the end of its input it ends.
 */
final class BurstServerMain {
  private BurstServerMain() {}

  /** Runs the kind that is named. */
  public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
    LongAdder received = new LongAdder();
    BurstServer server =
        switch (BurstServer.Kind.valueOf(arguments[0])) {
          case STAGES -> new StagedBursts(received);
          case THREADS -> ThreadBursts.platform(received);
          case VIRTUAL_THREADS -> ThreadBursts.virtual(received);
          case NETTY -> new NettyBursts(received);
        };
    System.out.println(server.port());
    BufferedReader questions =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    while (questions.readLine() != null) {
      System.out.println(received.sum());
    }
    System.exit(0);
  }
}
