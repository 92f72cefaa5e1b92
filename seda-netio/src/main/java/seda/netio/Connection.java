package seda.netio;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Limit;
import seda.kernel.Processor;
import seda.kernel.Processors;

/**
 * A TCP connection, accepted or made, with or without TLS. It lives on one processor: its bytes are
 * read and written there, and its listeners are called there.
 *
 * <p><b>Reading</b> is by demand. After {@link #awaitInput}, the next bytes or the end of input
 * cause one event, this connection, at the protocol's sink. Nothing more is read until the protocol
 * asks again. If the sink rejects the event, it is offered again later, so no input is lost.
 *
 * <p><b>Writing</b> never blocks: {@link #write} queues. Once the queued bytes exceed the
 * threshold, and until half of it is written, the {@link WritePolicy} applies.
 *
 * <p><b>Threads.</b> Any thread may call. A call from another thread than the processor's returns
 * at once:
 *
 * <ul>
 *   <li>Calls without a result are handed over to the processor. Calls of one thread run in its
 *       order; each write is sent in one piece.
 *   <li>A write is judged before the handover, by all bytes that wait. False means that none of its
 *       bytes will be sent. If the policy was the reason, {@link ConnectionListener#writable}
 *       follows, possibly before the write has returned. True means that the bytes are sent unless
 *       the connection closes first. A file is released in any case.
 *   <li>{@link #closeGracefully} and {@link #endOutput} write everything accepted before. Calls
 *       after {@link #close} are refused, although {@link #isClosed} may become true later.
 *   <li>{@link #input} and related methods belong to the thread that got the connection as an
 *       event, until it calls {@link #awaitInput}, {@link #releaseInput} or {@link #redeliver}. If
 *       the connection closes meanwhile, the bytes stay unchanged.
 * </ul>
 */
public final class Connection {
  private static final Logger log = LoggerFactory.getLogger(Connection.class);
  private static final AtomicReferenceFieldUpdater<Connection, ConnectionState> STATE =
      AtomicReferenceFieldUpdater.newUpdater(Connection.class, ConnectionState.class, "state");

  /** Delay after which a rejected event is offered again. */
  static final Duration RETRY = Duration.ofMillis(10);

  private final TcpStages stages;
  private final SocketChannel channel;
  private final InetSocketAddress remote;
  private final int processor;
  private final Inbound inbound;
  private final Outbound outbound;
  private final Interest interest;
  private final ConnectionUse use;

  private volatile ConnectionState state = ConnectionState.NEW;
  private Thread thread; // its processor's; another thread may see null, which it is not either
  private ConnectionOpening opening; // null once it is over
  private volatile ConnectionListener listener;
  private Transport transport;
  private Processor home;
  private TcpStages.Scratch scratch;
  private Timeout timeout;

  /**
   * Creates an unopened connection.
   *
   * @param share share of its address, or null
   * @param waiting receives the opening of an accepted connection; null for an outgoing one
   */
  Connection(
      TcpStages stages,
      SocketChannel channel,
      InetSocketAddress remote,
      int processor,
      AddressShare share,
      Opening waiting) {
    this.stages = stages;
    this.channel = channel;
    this.remote = remote;
    this.processor = processor;
    this.inbound = new Inbound(this, stages);
    this.outbound = new Outbound(this, stages);
    this.interest = new Interest(this, inbound, outbound);
    this.use = new ConnectionUse(this, stages.admission(), share);
    this.opening = waiting == null ? null : new ConnectionOpening(this, stages, waiting);
  }

  // ---- the protocol's side

  /** Returns the peer's address; loopback with port 0 for a Unix-domain socket. Any thread. */
  public InetSocketAddress remote() {
    return remote;
  }

  /** Returns the index of the connection's processor. Any thread. */
  public int processor() {
    return processor;
  }

  /** True once the connection has closed. Any thread. */
  public boolean isClosed() {
    return state == ConnectionState.CLOSED;
  }

  /**
   * Returns the listener that the protocol supplied when the connection opened; null before. Any
   * thread.
   */
  public ConnectionListener listener() {
    return listener;
  }

  /**
   * Returns the unread bytes, or null. The buffer belongs to the connection and is valid until
   * {@link #awaitInput} or {@link #releaseInput}.
   */
  public ByteBuffer input() {
    return isElsewhere() ? inbound.lend() : inbound.buffer();
  }

  /**
   * Returns when the selector reported the input, in nanoseconds of the graph's clock. Under load,
   * the input waits to be read from then on.
   */
  public long inputNanos() {
    return inbound.arrivedNanos();
  }

  /** True once the peer has ended its output. The peer may still read. */
  public boolean inputEnded() {
    return state == ConnectionState.INPUT_ENDED;
  }

  /** Releases the input buffer when the protocol has consumed it. */
  public void releaseInput() {
    if (isElsewhere()) {
      outbound.handover().call(inbound::release);
    } else {
      inbound.release();
    }
  }

  /** Releases the input buffer and asks for more input. */
  public void awaitInput() {
    if (isElsewhere()) {
      outbound.handover().call(inbound::await);
    } else {
      inbound.await();
    }
  }

  /** Sends the protocol's sink another event for its unread input. */
  public void redeliver() {
    if (isElsewhere()) {
      outbound.handover().call(inbound::redeliver);
    } else {
      inbound.redeliver();
    }
  }

  /** Calls {@link ConnectionListener#timedOut} after this time. Replaces an earlier time-out. */
  public void timeoutAfter(Duration delay) {
    if (isElsewhere()) {
      outbound.handover().call(() -> timeoutAfter(delay));
    } else if (isOpen()) {
      timeout.after(delay);
    }
  }

  /** Clears the protocol's time-out. */
  public void clearTimeout() {
    if (isElsewhere()) {
      outbound.handover().call(this::clearTimeout);
    } else if (isOpen()) {
      timeout.clear();
    }
  }

  /**
   * Replaces the configured write threshold and {@link WritePolicy#BLOCK_READS} for later writes.
   * Any thread.
   *
   * @param threshold queued bytes, at least 1, above which the policy applies
   */
  public void limitWrites(int threshold, WritePolicy policy) {
    Limit.atLeast("write threshold", threshold, 1);
    outbound.limit(threshold, policy);
  }

  /**
   * Queues the bytes between position and limit. If accepted, the buffer, with its position,
   * belongs to the connection and its bytes must not change. Otherwise it stays the caller's.
   *
   * @return false if the bytes will not be written: the policy refused them, or the output has
   *     ended
   */
  public boolean write(ByteBuffer bytes) {
    return isElsewhere() ? outbound.handover().write(bytes) : outbound.write(bytes, null);
  }

  /**
   * Queues the bytes between position and limit. The buffer returns to the pool once it is written
   * or dropped.
   *
   * @return false if the bytes will not be written: the policy refused them, or the output has
   *     ended
   * @throws IllegalStateException on another thread than the processor's, which owns the pool
   */
  public boolean write(ByteBuffer bytes, BufferPool pool) {
    mustBeHere("write(ByteBuffer, BufferPool)", "the pool is its own; use write(ByteBuffer)");
    return outbound.write(bytes, pool);
  }

  /**
   * Queues a part of a file. The region is released once it is written or dropped.
   *
   * @return false if the region will not be written: the policy refused it, or the output has ended
   */
  public boolean write(FileRegion region) {
    return isElsewhere() ? outbound.handover().write(region) : outbound.write(region);
  }

  /**
   * Calls the listener once when everything queued before is written or dropped. It runs on the
   * processor or, if the connection closed before another thread made this call, on that thread.
   */
  public void whenFlushed(FlushListener flushListener) {
    if (isElsewhere()) {
      outbound.handover().whenFlushed(flushListener);
    } else {
      outbound.whenFlushed(flushListener);
    }
  }

  /** True while the queued bytes exceed the threshold, or have not yet fallen to half of it. */
  public boolean isClogged() {
    return isElsewhere() ? outbound.handover().isClogged() : outbound.isClogged();
  }

  /**
   * True while bytes wait to be written.
   *
   * @throws IllegalStateException on another thread than the processor's: the answer would be
   *     outdated
   */
  public boolean isWriting() {
    mustBeHere("isWriting()", "use whenFlushed");
    return !outbound.isEmpty();
  }

  /**
   * Ends the output after the queued bytes. The peer sees the end of its input and may keep
   * sending.
   */
  public void endOutput() {
    if (isElsewhere()) {
      outbound.handover().last(this::endOutput);
      return;
    }
    outbound.finishHandover();
    if (mayWrite()) {
      outbound.end();
    }
  }

  /**
   * Stops reading, writes the queued bytes, and closes in such a way that the peer can read all of
   * them.
   */
  public void closeGracefully() {
    if (isElsewhere()) {
      outbound.handover().last(this::closeGracefully);
      return;
    }
    outbound.finishHandover();
    if (state == ConnectionState.INPUT_ENDED && outbound.isIdle()) {
      close(); // all that came was read, so no reset follows
    } else if (state == ConnectionState.OUTPUT_ENDED) {
      linger();
    } else if (isOpen()) {
      state = ConnectionState.FLUSHING;
      inbound.release();
      timeout.stop();
      outbound.end();
    }
  }

  /** Closes at once and drops the queued bytes. */
  public void close() {
    close(null);
  }

  /** Closes at once; an opening receives the cause. */
  void close(Throwable cause) {
    if (isElsewhere()) {
      if (!closeIfUnopened()) {
        outbound.handover().last(() -> close(cause));
      }
      return;
    }
    if (state == ConnectionState.CLOSED) {
      return;
    }
    state = ConnectionState.CLOSED;
    if (transport != null) {
      use.leave();
      boolean allWritten = outbound.isEmpty();
      timeout.stop();
      inbound.release();
      outbound.release();
      transport.release(allWritten);
    }
    outbound.closeHandover();
    leave();
    if (listener != null) {
      listener.closed();
    } else if (opening != null) {
      opening.failed(cause);
    }
  }

  /**
   * Closes the connection if its processor has not seen it yet. Any thread may do that; any later
   * state change is up to the processor.
   */
  boolean closeIfUnopened() {
    boolean unopened = STATE.compareAndSet(this, ConnectionState.NEW, ConnectionState.CLOSED);
    if (unopened) {
      leave();
    }
    return unopened;
  }

  private void leave() {
    try {
      channel.close();
    } catch (IOException e) {
      log.debug("closing a connection failed", e);
    }
    stages.closed(this);
  }

  // ---- threads

  /** The only cost of cross-thread support for calls on the processor: one comparison. */
  private boolean isElsewhere() {
    return Thread.currentThread() != thread;
  }

  private void mustBeHere(String method, String instead) {
    if (isElsewhere()) {
      throw new IllegalStateException(
          "Connection.%s was called on thread %s, and is only for the connection's processor: %s"
              .formatted(method, Thread.currentThread().getName(), instead));
    }
  }

  /** Returns the use of the connection, by which the protocol influences eviction. */
  public ConnectionUse use() {
    return use;
  }

  // ---- the stages' side

  /** Opens the connection on the calling processor. */
  void open(Opening newOpening) throws IOException {
    thread = Thread.currentThread();
    if (!STATE.compareAndSet(this, ConnectionState.NEW, ConnectionState.SHAKING_HANDS)) {
      newOpening.failed(null); // another thread has closed it
      return;
    }
    opening = new ConnectionOpening(this, stages, newOpening);
    home = Processors.current();
    scratch = stages.scratch(processor);
    timeout = newTimeout(this::timedOut);
    transport = stages.transport(this);
    interest.register(SelectorSource.of(home), channel);
    opening.shakeHands();
  }

  /** Starts another handshake on an open connection. */
  void reopen(ConnectionOpening newOpening, Transport newTransport) {
    state = ConnectionState.SHAKING_HANDS;
    opening = newOpening;
    transport = newTransport;
    opening.shakeHands();
  }

  /** The handshake has completed. */
  void opened(Opening waiting) {
    state = ConnectionState.OPEN;
    timeout.clear();
    use.busy();
    opening = null;
    listener = waiting.opened(this);
    if (isClosed()) { // by the listener
      listener.closed();
    }
  }

  /**
   * Handles the connection in the read stage. The first event of an accepted connection opens it.
   */
  void read() throws IOException {
    inbound.dequeued();
    if (opening != null) {
      opening.proceed(state);
    } else {
      inbound.read();
    }
  }

  private void timedOut() {
    if (isOpen()) {
      listener.timedOut();
    } else {
      close();
    }
  }

  TcpStages.Scratch scratch() {
    return scratch;
  }

  SocketChannel channel() {
    return channel;
  }

  Transport transport() {
    return transport;
  }

  boolean isShakingHands() {
    return state == ConnectionState.SHAKING_HANDS;
  }

  boolean isLingering() {
    return state == ConnectionState.LINGERING;
  }

  /** Any thread. */
  boolean isOpen() {
    return state.isOpen();
  }

  boolean mayRead() {
    ConnectionState now = state;
    return (now == ConnectionState.OPEN || now == ConnectionState.OUTPUT_ENDED)
        && !outbound.blocksReads();
  }

  /** Any thread. */
  boolean mayWrite() {
    return state.mayWrite() && !outbound.isEnding();
  }

  boolean mayFlush() {
    return state.mayFlush();
  }

  void enqueueWrite() {
    outbound.enqueue();
  }

  Timeout newTimeout(Runnable action) {
    return new Timeout(home, stages.clock(), action);
  }

  Timeout timeout() {
    return timeout;
  }

  Processor home() {
    return home;
  }

  Interest interest() {
    return interest;
  }

  /** The peer has ended its output. */
  void inputHasEnded() {
    state = ConnectionState.INPUT_ENDED;
    interest.ignore(SelectionKey.OP_READ);
  }

  /** Everything is written and our output has ended. */
  void outputHasEnded() {
    if (state == ConnectionState.OPEN) {
      state = ConnectionState.OUTPUT_ENDED;
    } else {
      linger();
    }
  }

  private void linger() {
    state = ConnectionState.LINGERING;
    inbound.release();
    timeout.after(stages.config().lingerTimeout());
    use.idleNow();
    interest.set(SelectionKey.OP_READ);
    inbound.discard(); // the peer may have ended long ago
  }

  /** Everything is written. */
  void flushed() {
    use.written();
    if (transport.hasInput()) {
      inbound.resume(); // it may have waited for room to answer first
    }
  }

  /** Enough bytes are written that the policy no longer applies. */
  void unclogged() {
    inbound.resume();
    if (mayWrite()) {
      listener.writable();
    }
  }
}
