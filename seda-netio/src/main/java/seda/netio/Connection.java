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
import seda.kernel.Processor;
import seda.kernel.Processors;

/**
 * A TCP connection, accepted or made, as it is or under TLS. It lives on one processor for ever:
 * there its bytes are read and written, and there its listeners are called.
 *
 * <p><b>Reading</b> is by demand. After {@link #awaitInput}, the next bytes or the end of input
 * cause one event, this connection, at the protocol's sink; nothing more is read until the protocol
 * asks again. If that sink turns the event away, it is offered again later, so nothing is lost.
 *
 * <p><b>Writing</b> never blocks: {@link #write} queues. Above the threshold, until half of it is
 * written, the {@link WritePolicy} applies.
 *
 * <p><b>Threads.</b> Any thread may call; on another than the processor a call returns at once:
 *
 * <ul>
 *   <li>Calls without an answer are handed over. Those of one thread are carried out in its order;
 *       each write goes out in one piece.
 *   <li>A write is judged before it is handed over, by all bytes that wait. False means that
 *       nothing of it will be sent; if the policy was the reason, {@link
 *       ConnectionListener#writable} follows, maybe before the write has returned. True means that
 *       it is sent unless the connection closes first. A file is released in any case.
 *   <li>{@link #closeGracefully} and {@link #endOutput} write all that was accepted before. What
 *       follows {@link #close} is refused, though {@link #isClosed} may become true later.
 *   <li>{@link #input} and what belongs to it is for the thread that got the connection as an
 *       event, until that calls {@link #awaitInput}, {@link #releaseInput} or {@link #redeliver}.
 *       If the connection closes meanwhile, the bytes stay as they are.
 * </ul>
 */
public final class Connection {
  private static final Logger log = LoggerFactory.getLogger(Connection.class);
  private static final AtomicReferenceFieldUpdater<Connection, ConnectionState> STATE =
      AtomicReferenceFieldUpdater.newUpdater(Connection.class, ConnectionState.class, "state");

  /** After which what was turned away is offered again. */
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
   * Makes one that is not open yet.
   *
   * @param share of its address, in which it is counted; or null
   * @param waiting for one that was accepted to be open; null if it was made
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

  /** The peer's address; that of loopback, with port 0, for a Unix-domain socket. Any thread. */
  public InetSocketAddress remote() {
    return remote;
  }

  /** Index of the processor that it lives on. Any thread. */
  public int processor() {
    return processor;
  }

  /** True once it has ended. Any thread. */
  public boolean isClosed() {
    return state == ConnectionState.CLOSED;
  }

  /** What the protocol gave when it was opened; null before. Any thread. */
  public ConnectionListener listener() {
    return listener;
  }

  /** Bytes that came and are unread; null if there are none. Valid until they are asked after. */
  public ByteBuffer input() {
    return isElsewhere() ? inbound.lend() : inbound.buffer();
  }

  /**
   * When it was known that there is input, in nanoseconds of the graph's clock. Under load it waits
   * to be read from then on.
   */
  public long inputNanos() {
    return inbound.arrivedNanos();
  }

  /** True once the peer has ended its input; it may still read. */
  public boolean inputEnded() {
    return state == ConnectionState.INPUT_ENDED;
  }

  /** Gives back the input buffer, whose bytes the protocol is done with. */
  public void releaseInput() {
    if (isElsewhere()) {
      outbound.handover().call(inbound::release);
    } else {
      inbound.release();
    }
  }

  /** Asks for more input, after the protocol is done with what came before. */
  public void awaitInput() {
    if (isElsewhere()) {
      outbound.handover().call(inbound::await);
    } else {
      inbound.await();
    }
  }

  /** Sends the protocol's sink an event as if input had come, for what it left unread. */
  public void redeliver() {
    if (isElsewhere()) {
      outbound.handover().call(inbound::redeliver);
    } else {
      inbound.redeliver();
    }
  }

  /** Calls {@link ConnectionListener#timedOut} after this time, instead of any set before. */
  public void timeoutAfter(Duration delay) {
    if (isElsewhere()) {
      outbound.handover().call(() -> timeoutAfter(delay));
    } else if (isOpen()) {
      timeout.after(delay);
    }
  }

  /** Forgets the protocol's time-out. */
  public void clearTimeout() {
    if (isElsewhere()) {
      outbound.handover().call(this::clearTimeout);
    } else if (isOpen()) {
      timeout.clear();
    }
  }

  /**
   * Sets what may wait to be written, instead of the server's threshold and {@link
   * WritePolicy#BLOCK_READS}. Any thread; for the writes that follow.
   *
   * @param threshold bytes
   */
  public void limitWrites(int threshold, WritePolicy policy) {
    Limit.atLeast("write threshold", threshold, 1);
    outbound.limit(threshold, policy);
  }

  /**
   * Queues the bytes between position and limit. If it returns true the buffer is the connection's,
   * its position included, and the bytes must not change; if not, it stays the caller's.
   *
   * @return false if they will not be written: the policy turned them away, or the output has ended
   */
  public boolean write(ByteBuffer bytes) {
    return isElsewhere() ? outbound.handover().write(bytes) : outbound.write(bytes, null);
  }

  /**
   * The same; the buffer goes back to the pool once it is written or given up.
   *
   * @throws IllegalStateException on another thread than the processor's, whose pool it is
   */
  public boolean write(ByteBuffer bytes, BufferPool pool) {
    mustBeHere("write(ByteBuffer, BufferPool)", "the pool is its own; use write(ByteBuffer)");
    return outbound.write(bytes, pool);
  }

  /** Queues a part of a file; it is released once it is written or given up. */
  public boolean write(FileRegion region) {
    return isElsewhere() ? outbound.handover().write(region) : outbound.write(region);
  }

  /**
   * Has the listener told, once, what became of all that was queued before. On the processor or, if
   * the connection has closed before another thread called, on that.
   */
  public void whenFlushed(FlushListener flushListener) {
    if (isElsewhere()) {
      outbound.handover().whenFlushed(flushListener);
    } else {
      outbound.whenFlushed(flushListener);
    }
  }

  /** True while more waits to be written than the threshold allows. */
  public boolean isClogged() {
    return isElsewhere() ? outbound.handover().isClogged() : outbound.isClogged();
  }

  /**
   * True while anything waits to be written.
   *
   * @throws IllegalStateException on another thread, for the answer would be old
   */
  public boolean isWriting() {
    mustBeHere("isWriting()", "use whenFlushed");
    return !outbound.isEmpty();
  }

  /** Writes what waits and nothing more; the peer sees the end of its input, and may go on. */
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

  /** Reads no more, writes what waits, and closes so that the peer can read all of it. */
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

  /** Closes at once; what waits to be written is given up. */
  public void close() {
    close(null);
  }

  /** The same; who waits for it to open is told what went wrong. */
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

  /** Any thread may close what its processor has not seen; all else the processor closes itself. */
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

  /** The one comparison that calls on its processor cost. */
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

  /** Where the protocol says what the connection is in use for, for when room is short. */
  public ConnectionUse use() {
    return use;
  }

  // ---- the stages' side

  /** Begins to live on its processor, whose thread is calling. */
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

  /** Shakes hands once more, now that it is open. */
  void reopen(ConnectionOpening newOpening, Transport newTransport) {
    state = ConnectionState.SHAKING_HANDS;
    opening = newOpening;
    transport = newTransport;
    opening.shakeHands();
  }

  /** The handshake is over. */
  void opened(Opening waiting) {
    state = ConnectionState.OPEN;
    timeout.clear();
    use.busy();
    opening = null;
    listener = waiting.opened(this);
    if (isClosed()) { // by what it did when it was told
      listener.closed();
    }
  }

  /** The read stage's handler: the first event of a connection that was accepted opens it. */
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

  // ---- for its sides

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

  /** The peer has ended its side. */
  void inputHasEnded() {
    state = ConnectionState.INPUT_ENDED;
    interest.ignore(SelectionKey.OP_READ);
  }

  /** All is written, and we have ended our side. */
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

  /** All is written. */
  void flushed() {
    use.written();
    if (transport.hasInput()) {
      inbound.resume(); // it may have waited for room to answer first
    }
  }

  /** So much is written that the policy does not apply any more. */
  void unclogged() {
    inbound.resume();
    if (mayWrite()) {
      listener.writable();
    }
  }
}
