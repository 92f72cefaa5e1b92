package seda.netio;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.EnqueueResult;
import seda.kernel.Processor;
import seda.kernel.Processors;

/**
 * A listening socket. Its public methods are thread-safe and do not block.
 *
 * <pre>
 *   LISTENING ── connection limit ──► AT_LIMIT ── one closes ────────────────► LISTENING
 *      │  ▲  ─── accepting failed ──► PAUSED ──── one closes, or after 0.1 s ──►  LISTENING
 *      │  └──────────── resume ──┐
 *      ├───── suspend ────► SUSPENDED
 *      └───── close ──────► CLOSED
 * </pre>
 *
 * <p>While it does not listen, connections wait in the system's backlog. Accepting usually fails
 * because the process has no descriptor left; open connections continue, and descriptors become
 * free as they close. At the limit and after a failure, idle connections are closed to make room.
 */
public final class TcpListener implements SelectorSource.Registered, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(TcpListener.class);
  private static final int DISCARDED = 4 << 10;
  private static final Duration PAUSE = Duration.ofMillis(100);

  private enum State {
    LISTENING,
    AT_LIMIT,
    PAUSED,
    SUSPENDED,
    CLOSED
  }

  private final TcpServer server;
  private final TcpStages stages;
  private final ServerSocketChannel channel;
  private final InetSocketAddress address;
  private final Path file;
  private final Opening opening;
  private final int processor;
  private final ListenTask accept = this::accept;
  private final AtomicBoolean waitsForSlot = new AtomicBoolean();

  private volatile boolean suspended;
  private volatile boolean closed;
  private State state = State.LISTENING;
  private SelectionKey key;
  private Timeout lookAgain;
  private boolean queued;
  private boolean someoneWaits; // as last observed
  private int next;

  /**
   * Creates a listener for a bound channel.
   *
   * @param file file of a Unix-domain socket; null for TCP
   * @param opening receives the accepted connections
   */
  TcpListener(
      TcpServer server, ServerSocketChannel channel, Path file, Opening opening, int processor)
      throws IOException {
    this.server = server;
    this.stages = server.stages();
    this.channel = channel;
    this.address = addressOf(channel.getLocalAddress());
    this.file = file;
    this.opening = opening;
    this.processor = processor;
    this.next = processor;
  }

  /**
   * Returns the address; loopback for a Unix-domain socket, because its peers are on this machine.
   */
  private static InetSocketAddress addressOf(SocketAddress address) {
    return address instanceof InetSocketAddress internet
        ? internet
        : new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  /** Returns the address with its actual port; loopback with port 0 for a Unix-domain socket. */
  public InetSocketAddress address() {
    return address;
  }

  /** Stops accepting until {@link #resume}; open connections continue. */
  public void suspend() {
    suspended = true;
    look();
  }

  /** Resumes accepting after {@link #suspend}. */
  public void resume() {
    suspended = false;
    look();
  }

  /** Closes the listener; open connections continue. */
  @Override
  public void close() {
    closed = true;
    try {
      channel.close();
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      log.warn("closing the listener at {} failed", file == null ? address : file, e);
    }
    server.removed(this);
    look(); // the selector must deregister it before the socket disappears
  }

  /** Schedules the listen stage to apply the wanted state. */
  EnqueueResult look() {
    return server.listenStage(processor).enqueue(accept);
  }

  /** A connection has closed. Any processor. */
  void slotFreed() {
    if (waitsForSlot.compareAndSet(true, false)) {
      look(); // if rejected, the time-out of atLimit() retries
    }
  }

  // ---- on its processor

  @Override
  public void ready(int operations) {
    someoneWaits = true;
    if (!queued) {
      queued = look().accepted();
      if (!queued) {
        pause();
      }
    }
  }

  @Override
  public void processorEnds() {
    close();
  }

  private void accept() throws IOException {
    queued = false;
    if (closed) {
      state = State.CLOSED;
      return;
    }
    if (key == null) {
      Processor home = Processors.current();
      lookAgain = new Timeout(home, stages.clock(), this::look);
      key = SelectorSource.of(home).register(channel, 0, this);
    }
    if (suspended) {
      state = State.SUSPENDED;
    } else {
      if (state != State.PAUSED) {
        state = State.LISTENING;
      }
      acceptBatch();
    }
    if (key.isValid()) {
      boolean listens = state == State.LISTENING || (state == State.AT_LIMIT && !someoneWaits);
      key.interestOps(listens ? SelectionKey.OP_ACCEPT : 0);
    }
  }

  private void acceptBatch() {
    for (int i = stages.config().acceptBatch(); i > 0; i--) {
      if (!stages.takeSlot()) {
        atLimit();
        return;
      }
      SocketChannel accepted;
      try {
        accepted = channel.accept();
      } catch (IOException e) {
        stages.giveSlot();
        if (state != State.PAUSED && !closed) {
          log.warn("accepting at {} failed; retrying", address, e);
        }
        waitsForSlot.set(true);
        someoneWaits = true;
        pause();
        stages.admission().demand(stages.config().acceptBatch());
        return;
      }
      state = State.LISTENING;
      if (accepted == null) {
        stages.giveSlot();
        someoneWaits = false;
        stages.admission().demandMet();
        return;
      }
      someoneWaits = false; // the selector reports the next one
      handOver(accepted);
      stages.admission().makeRoom();
    }
  }

  private void atLimit() {
    if (state != State.AT_LIMIT) {
      log.debug("connection limit reached at {}", address);
    }
    state = State.AT_LIMIT;
    waitsForSlot.set(true);
    if (someoneWaits) {
      lookAgain.after(PAUSE);
      stages.admission().demand(stages.config().acceptBatch());
    }
    if (stages.hasSlot()) {
      slotFreed(); // a slot was freed before waitsForSlot was set
    }
  }

  private void pause() {
    state = State.PAUSED;
    if (key.isValid()) {
      key.interestOps(0);
    }
    lookAgain.after(PAUSE);
  }

  /** Sends a refused client the reason, if its socket takes it at once. */
  private void tell(SocketChannel refused) {
    ByteBuffer words = server.farewell();
    if (!words.hasRemaining()) {
      return;
    }
    try {
      refused.write(words);
      // unread input would make the system reset the connection, and the client lose the words
      refused.read(ByteBuffer.allocate(DISCARDED));
    } catch (IOException e) {
      log.debug("a refused client is gone", e);
    }
  }

  private void handOver(SocketChannel accepted) {
    int target = Math.floorMod(next++, stages.processorCount());
    boolean refused = false;
    Connection connection;
    try {
      accepted.configureBlocking(false);
      InetSocketAddress remote = addressOf(accepted.getRemoteAddress());
      AddressShare share = null; // file permissions guard a Unix-domain socket
      if (file == null) {
        accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
        share = stages.admission().takeShare(remote.getAddress());
      }
      if (share != null && share.isExceeded()) { // it replaces the longest idle one of its address
        int oldest = share.processorOfOldest();
        refused = oldest < 0;
        target = refused ? target : oldest;
      }
      connection = new Connection(stages, accepted, remote, target, share, opening);
    } catch (IOException e) { // the client has already disconnected
      log.debug("a connection failed before it was opened", e);
      connection = new Connection(stages, accepted, null, target, null, opening);
    }
    connection.use().arriving();
    stages.opened(connection);
    if (refused) {
      stages.admission().refused();
      tell(accepted);
      connection.close();
    } else if (connection.remote() == null
        || !stages.readOn(target).enqueue(connection).accepted()) {
      connection.close();
    }
  }
}
