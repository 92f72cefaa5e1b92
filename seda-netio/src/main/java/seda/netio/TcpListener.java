package seda.netio;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
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
 * An address that is listened on. Its public methods are for any thread.
 *
 * <pre>
 *   LISTENING ── connection limit ──► AT_LIMIT ── one closes ────────────────► LISTENING
 *      │  ▲  ─── accepting failed ──► PAUSED ──── one closes, or a moment later ► LISTENING
 *      │  └──────────── resume ──┐
 *      ├───── suspend ────► SUSPENDED
 *      └───── close ──────► CLOSED
 * </pre>
 *
 * <p>While it isn't listening, connections wait in the system's backlog. Accepting fails mostly
 * because the process has no descriptor left; what is open goes on, and descriptors come back as
 * connections close. In both cases idle connections are closed to make room.
 */
public final class TcpListener implements SelectorSource.Registered, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(TcpListener.class);
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
  private boolean someoneWaits; // as far as is known
  private int next;

  /**
   * Listens on a bound channel.
   *
   * @param file of a Unix-domain socket; null for one of TCP
   * @param opening of the connections that it accepts
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

  /** Of a Unix-domain socket, whose peers are on this machine: loopback. */
  private static InetSocketAddress addressOf(SocketAddress address) {
    return address instanceof InetSocketAddress internet
        ? internet
        : new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  /** The address with its real port; that of loopback, with port 0, for a Unix-domain socket. */
  public InetSocketAddress address() {
    return address;
  }

  /** Accepts no more until {@link #resume}; connections that are open go on. */
  public void suspend() {
    suspended = true;
    look();
  }

  /** Ends a {@link #suspend}. */
  public void resume() {
    suspended = false;
    look();
  }

  /** Listens no more; connections that are open go on. */
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
    look(); // the system's socket goes away when the selector lets go of it
  }

  /** Has the listen stage look at what is wanted now. */
  EnqueueResult look() {
    return server.listenStage(processor).enqueue(accept);
  }

  /** A connection has closed. Any processor. */
  void slotFreed() {
    if (waitsForSlot.compareAndSet(true, false)) {
      look(); // should it be turned away, the time-out set by atLimit() looks all the same
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
          log.warn("accepting at {} failed, trying again from time to time", address, e);
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
      someoneWaits = false; // if there is another, the selector says so
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
      slotFreed(); // one was freed before it could know who waits
    }
  }

  private void pause() {
    state = State.PAUSED;
    if (key.isValid()) {
      key.interestOps(0);
    }
    lookAgain.after(PAUSE);
  }

  private void handOver(SocketChannel accepted) {
    int target = Math.floorMod(next++, stages.processorCount());
    boolean refused = false;
    Connection connection;
    try {
      accepted.configureBlocking(false);
      InetSocketAddress remote = addressOf(accepted.getRemoteAddress());
      AddressShare share = null; // a Unix-domain socket is for whom the system lets in
      if (file == null) {
        accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
        share = stages.admission().takeShare(remote.getAddress());
      }
      if (share != null && share.isExceeded()) { // it takes the place of its address's oldest
        int oldest = share.processorOfOldest();
        refused = oldest < 0;
        target = refused ? target : oldest;
      }
      connection = new Connection(stages, accepted, remote, target, share, opening);
    } catch (IOException e) { // the client has gone already
      log.debug("a connection failed before it was opened", e);
      connection = new Connection(stages, accepted, null, target, null, opening);
    }
    connection.use().arriving();
    stages.opened(connection);
    if (refused) {
      stages.admission().refused();
      connection.close();
    } else if (connection.remote() == null
        || !stages.readOn(target).enqueue(connection).accepted()) {
      connection.close();
    }
  }
}
