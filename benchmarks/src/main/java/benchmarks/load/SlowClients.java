package benchmarks.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients that occupy a server: each sends an octet, or reads a little, once a second. A client
 * reconnects at once after the server closes its connection. One thread serves all clients.
 */
public final class SlowClients implements AutoCloseable {
  private static final long EVERY_NANOS = 1_000_000_000;
  private static final int READ_BYTES = 100;
  private static final int RECEIVE_BUFFER = 4096;
  private static final ByteBuffer OCTET = ByteBuffer.wrap(new byte[] {'x'}).asReadOnlyBuffer();

  /** A client sends a beginning; then it sends an octet a second, or only reads. */
  public record Habit(String beginning, boolean sends) {}

  private final InetSocketAddress server;
  private final List<Client> clients = new ArrayList<>();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);
  private final FutureTask<Integer> cutOff = new FutureTask<>(this::run);
  private final Thread thread = new Thread(cutOff, "slow-clients");
  private volatile boolean closed;

  private final class Client {
    private final Habit habit;
    private SocketChannel channel;

    Client(Habit habit) throws IOException {
      this.habit = habit;
      connect();
    }

    private void connect() throws IOException {
      channel = SocketChannel.open();
      channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.connect(server);
      channel.write(ByteBuffer.wrap(habit.beginning.getBytes(StandardCharsets.US_ASCII)));
      channel.configureBlocking(false);
    }

    private boolean isKept() {
      try {
        if (habit.sends) {
          channel.write(OCTET.duplicate());
        }
        return channel.read(buffer.clear()) >= 0;
      } catch (IOException e) {
        return false; // reset
      }
    }
  }

  /** Connects the clients one after the other, with habits in turn. */
  public SlowClients(InetSocketAddress server, int count, List<Habit> habits) throws IOException {
    this.server = server;
    try {
      for (int i = 0; i < count; i++) {
        clients.add(new Client(habits.get(i % habits.size())));
      }
    } catch (IOException e) {
      closeChannels();
      throw e;
    }
    thread.start();
  }

  /** The clients' turns are spread evenly over the second. */
  private int run() throws IOException {
    int count = 0;
    long due = System.nanoTime();
    for (int i = 0; !closed && !clients.isEmpty(); i++) {
      Client client = clients.get(i % clients.size());
      if (!client.isKept()) {
        count++;
        client.channel.close();
        client.connect();
      }
      due += EVERY_NANOS / clients.size();
      LockSupport.parkNanos(due - System.nanoTime());
    }
    return count;
  }

  /** Ends the clients; returns how many connections the server closed. */
  public int end() throws IOException {
    close();
    try {
      return cutOff.get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IOException("a slow client cannot reconnect", e);
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    closeChannels();
  }

  private void closeChannels() throws IOException {
    for (Client client : clients) {
      client.channel.close();
    }
  }
}
