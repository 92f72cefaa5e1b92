package seda.netio;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Processor;
import seda.kernel.Processors;

/**
 * A TCP connection, accepted or made, as it is or under TLS. It lives on one processor for ever,
 * and everything here but {@link #isClosed}, {@link #remote} and {@link #processor} is called on
 * that processor.
 *
 * <pre>
 *   NEW ─► SHAKING_HANDS ─► OPEN ─ peer's end of input ─► INPUT_ENDED
 *                           │  │                               │
 *                           │  └──── closeGracefully ──────────┤ nothing waits: CLOSED
 *                   endOutput, all written                     ▼
 *                           │                               FLUSHING   what waits is written
 *                           ▼                                  │ all written; our end of output
 *                      OUTPUT_ENDED ─ closeGracefully ──► LINGERING    what comes is thrown away
 *                                                              │ peer's end of input, or enough
 *            any state ─ close, failure, time-out ─►  CLOSED ◄─┘
 * </pre>
 *
 * <p>Lingering is for the client's sake: a socket that is closed with bytes unread makes the system
 * send a reset, and that can overtake the answer.
 *
 * <p><b>Reading</b> is by demand. After {@link #awaitInput}, the next bytes or the end of input
 * cause one event, this connection, at the protocol's sink; nothing more is read until the protocol
 * asks again. If that sink turns the event away, it is offered again later, so nothing is lost.
 *
 * <p><b>Writing</b> never blocks: {@link #write} queues. What happens above the threshold is the
 * {@link WritePolicy}'s to say; that ends when half of the threshold is written.
 */
public final class Connection implements SelectorSource.Registered {
  private static final Logger log = LoggerFactory.getLogger(Connection.class);

  /** After which what was turned away is offered again. */
  static final Duration RETRY = Duration.ofMillis(10);

  private static final Duration TASK_CHECK = Duration.ofMillis(100);

  private enum State {
    NEW,
    SHAKING_HANDS,
    OPEN,
    INPUT_ENDED,
    OUTPUT_ENDED,
    FLUSHING,
    LINGERING,
    CLOSED
  }

  private final TcpStages stages;
  private final SocketChannel channel;
  private final InetSocketAddress remote;
  private final int processor;
  private final Inbound inbound;
  private final Outbound outbound;

  private volatile State state = State.NEW;
  private Opening opening; // null once it is told
  private ConnectionListener listener;
  private Transport transport;
  private Processor home;
  private TcpStages.Scratch scratch;
  private SelectionKey key;
  private int interest;
  private Timeout timeout;

  Connection(TcpStages stages, SocketChannel channel, InetSocketAddress remote, int processor) {
    this.stages = stages;
    this.channel = channel;
    this.remote = remote;
    this.processor = processor;
    this.inbound = new Inbound(this, stages);
    this.outbound = new Outbound(this, stages);
  }

  // ---- the protocol's side

  /** The peer's address. Any thread. */
  public InetSocketAddress remote() {
    return remote;
  }

  /** Index of the processor that it lives on. Any thread. */
  public int processor() {
    return processor;
  }

  /** True once it has ended. Any thread. */
  public boolean isClosed() {
    return state == State.CLOSED;
  }

  /** What the protocol returned when the connection was opened; null before. */
  public ConnectionListener listener() {
    return listener;
  }

  /** Bytes that came and are unread; null if there are none. Valid until they are asked after. */
  public ByteBuffer input() {
    return inbound.buffer();
  }

  /**
   * When it was known that there is input, in nanoseconds of the graph's clock: under load it waits
   * for its turn to be read, and who sent it waits as well.
   */
  public long inputNanos() {
    return inbound.arrivedNanos();
  }

  /** True once the peer has ended its input; it may still read. */
  public boolean inputEnded() {
    return state == State.INPUT_ENDED;
  }

  /** Gives back the input buffer, whose bytes the protocol is done with. */
  public void releaseInput() {
    inbound.release();
  }

  /** Asks for more input, after the protocol is done with what came before. */
  public void awaitInput() {
    inbound.await();
  }

  /** Sends the protocol's sink an event as if input had come, for what it left unread. */
  public void redeliver() {
    inbound.redeliver();
  }

  /** Calls {@link ConnectionListener#timedOut} after this time, instead of any set before. */
  public void timeoutAfter(Duration delay) {
    if (isOpen()) {
      timeout.after(delay);
    }
  }

  /** Forgets the protocol's time-out. */
  public void clearTimeout() {
    if (isOpen()) {
      timeout.clear();
    }
  }

  /**
   * Sets what may wait to be written, instead of the server's threshold and {@link
   * WritePolicy#BLOCK_READS}.
   *
   * @param threshold bytes
   */
  public void limitWrites(int threshold, WritePolicy policy) {
    Limit.atLeast("write threshold", threshold, 1);
    outbound.limit(threshold, policy);
  }

  /**
   * Queues the bytes between position and limit, which must not change until they are written.
   *
   * @return false if they will not be written: the policy turned them away, or the output has ended
   */
  public boolean write(ByteBuffer bytes) {
    return outbound.write(bytes, null);
  }

  /** The same; the buffer goes back to the pool once it is written or given up. */
  public boolean write(ByteBuffer bytes, BufferPool pool) {
    return outbound.write(bytes, pool);
  }

  /** Queues a part of a file; it is released once it is written or given up. */
  public boolean write(FileRegion region) {
    return outbound.write(region);
  }

  /** Has the listener told, once, what became of all that was queued before. */
  public void whenFlushed(FlushListener flushListener) {
    outbound.whenFlushed(flushListener);
  }

  /** True while more waits to be written than the threshold allows. */
  public boolean isClogged() {
    return outbound.isClogged();
  }

  /** True while anything waits to be written. */
  public boolean isWriting() {
    return !outbound.isEmpty();
  }

  /** Writes what waits and nothing more; the peer sees the end of its input, and may go on. */
  public void endOutput() {
    if (mayWrite()) {
      outbound.end();
    }
  }

  /** Reads no more, writes what waits, and closes so that the peer can read all of it. */
  public void closeGracefully() {
    if (state == State.INPUT_ENDED && outbound.isIdle()) {
      close(); // all that came was read, so no reset follows
    } else if (state == State.OUTPUT_ENDED) {
      inbound.release();
      linger();
    } else if (isOpen()) {
      state = State.FLUSHING;
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
    if (state == State.CLOSED) {
      return;
    }
    state = State.CLOSED;
    if (home != null) {
      boolean allWritten = outbound.isEmpty();
      timeout.stop();
      inbound.release();
      outbound.release();
      transport.release(allWritten);
    }
    closeChannel();
    stages.closed(this);
    if (listener != null) {
      listener.closed();
    } else if (opening != null) {
      opening.failed(cause);
    }
  }

  /** What its processor never saw is no other's either; all else the processor closes itself. */
  void closeIfUnopened() {
    if (state == State.NEW) {
      close();
    }
  }

  private void closeChannel() {
    try {
      channel.close();
    } catch (IOException e) {
      log.debug("closing a connection failed", e);
    }
  }

  // ---- the stages' side

  /** Begins to live on its processor, whose thread is calling. */
  void open(Opening newOpening) throws IOException {
    opening = newOpening;
    transport = stages.transport(this);
    home = Processors.current();
    scratch = stages.scratch(processor);
    timeout = newTimeout(this::timedOut);
    interest = SelectionKey.OP_READ;
    key = SelectorSource.of(home).register(channel, interest, this);
    state = State.SHAKING_HANDS;
    shakeHands();
  }

  private void shakeHands() {
    Transport.Handshake waitsFor;
    try {
      waitsFor = transport.shakeHands();
    } catch (IOException e) {
      log.debug("handshake with {} failed", remote, e);
      close(e);
      return;
    }
    switch (waitsFor) {
      case DONE -> {
        state = State.OPEN;
        timeout.clear();
        setInterest(SelectionKey.OP_READ);
        Opening waiting = opening;
        opening = null;
        listener = waiting.opened(this);
        if (isClosed()) { // by what it did when it was told
          listener.closed();
        }
      }
      case INPUT -> setInterest(SelectionKey.OP_READ);
      case OUTPUT -> setInterest(SelectionKey.OP_WRITE);
      case TASK -> {
        setInterest(0);
        later(TASK_CHECK, inbound::enqueueIfShakingHands); // should the worker not get through
      }
    }
  }

  /** The read stage's handler: the first event of a connection that was accepted opens it. */
  void read() throws IOException {
    inbound.dequeued();
    if (state == State.NEW) {
      open(stages.accepting());
      if (state == State.SHAKING_HANDS) {
        timeout.after(stages.handshakeTimeout());
      }
    } else if (state == State.SHAKING_HANDS) {
      shakeHands();
    } else {
      inbound.read();
    }
  }

  /** The write stage's handler. */
  void flush() {
    outbound.dequeued();
    if (state == State.OPEN || state == State.INPUT_ENDED || state == State.FLUSHING) {
      outbound.flush();
    }
  }

  private void timedOut() {
    if (isOpen()) {
      listener.timedOut();
    } else {
      close();
    }
  }

  @Override
  public void ready(int operations) {
    if ((operations & SelectionKey.OP_READ) != 0 || state == State.SHAKING_HANDS) {
      inbound.ready();
    }
    if ((operations & SelectionKey.OP_WRITE) != 0 && state != State.SHAKING_HANDS) {
      outbound.enqueue();
    }
  }

  @Override
  public void processorEnds() {
    close();
  }

  // ---- for its two sides

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
    return state == State.SHAKING_HANDS;
  }

  boolean isLingering() {
    return state == State.LINGERING;
  }

  private boolean isOpen() {
    return state == State.OPEN || state == State.INPUT_ENDED || state == State.OUTPUT_ENDED;
  }

  boolean mayRead() {
    return (state == State.OPEN || state == State.OUTPUT_ENDED) && !outbound.blocksReads();
  }

  boolean mayWrite() {
    return (state == State.OPEN || state == State.INPUT_ENDED) && !outbound.isEnding();
  }

  void enqueueWrite() {
    outbound.enqueue();
  }

  Timeout newTimeout(Runnable action) {
    return new Timeout(home, stages.clock(), action);
  }

  long now() {
    return home.now();
  }

  void later(Duration delay, Runnable action) {
    home.schedule(delay, action);
  }

  void expectMore() {
    home.expectMore();
  }

  void listenFor(int operation) {
    setInterest(interest | operation);
  }

  void ignore(int operation) {
    setInterest(interest & ~operation);
  }

  private void setInterest(int wanted) {
    if (wanted != interest) {
      interest = wanted;
      key.interestOps(wanted);
    }
  }

  /** The peer has ended its side. */
  void inputHasEnded() {
    state = State.INPUT_ENDED;
    ignore(SelectionKey.OP_READ);
  }

  /** All is written, and we have ended our side. */
  void outputHasEnded() {
    if (state == State.OPEN) {
      state = State.OUTPUT_ENDED;
    } else {
      linger();
    }
  }

  private void linger() {
    state = State.LINGERING;
    timeout.after(stages.config().lingerTimeout());
    setInterest(SelectionKey.OP_READ);
    inbound.discard(); // the peer may have ended long ago
  }

  /** All is written. */
  void flushed() {
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
