package seda.netio;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.EnqueueResult;
import seda.kernel.Processor;
import seda.kernel.Processors;

/**
 * A TCP connection. It lives on one processor for ever, and everything here but {@link #isClosed},
 * {@link #remote} and {@link #processor} is called on that processor.
 *
 * <pre>
 *   NEW ─── opened ────► OPEN ─ peer's end of input ─► HALF_CLOSED
 *                             │                               │
 *                             └────── closeGracefully ────────┤
 *                                                             ▼
 *                                                          FLUSHING   what waits is written
 *                                                             │ all written; our end of output
 *                                                             ▼
 *                                                          LINGERING  what comes is thrown away
 *                                                             │ peer's end of input, or enough
 *            any state ─ close, failure, time-out ─►  CLOSED ◄┘
 * </pre>
 *
 * <p>Lingering is for the client's sake: a socket that is closed with bytes unread makes the system
 * send a reset, and that can overtake the answer.
 *
 * <p><b>Reading</b> is by demand. After {@link #awaitInput}, the next bytes or the end of input
 * cause one event, this connection, at the protocol's sink; nothing more is read until the protocol
 * asks again. If that sink turns the event away, it is offered again later, so nothing is lost.
 *
 * <p><b>Writing</b> never blocks: {@link #write} queues. Above the threshold the connection is
 * {@linkplain #isClogged clogged} and is not read from until half of that is written.
 */
public final class Connection implements SelectorSource.Registered {
  private static final Logger log = LoggerFactory.getLogger(Connection.class);
  private static final Duration RETRY = Duration.ofMillis(10);

  private enum State {
    NEW,
    OPEN,
    HALF_CLOSED,
    FLUSHING,
    LINGERING,
    CLOSED
  }

  private final TcpStages stages;
  private final SocketChannel channel;
  private final InetSocketAddress remote;
  private final int processor;
  private final WriteQueue output = new WriteQueue();

  private volatile State state = State.NEW;
  private Processor home;
  private TcpStages.Scratch scratch;
  private SelectionKey key;
  private int interest;
  private ConnectionListener listener;
  private Timeout protocolTimeout;
  private Timeout writeTimeout;

  private ByteBuffer input;
  private boolean inputWanted;
  private boolean readQueued;
  private boolean writeQueued;
  private boolean clogged;
  private int discarded;

  Connection(TcpStages stages, SocketChannel channel, InetSocketAddress remote, int processor) {
    this.stages = stages;
    this.channel = channel;
    this.remote = remote;
    this.processor = processor;
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

  /** What the protocol returned when the connection was opened. */
  public ConnectionListener listener() {
    return listener;
  }

  /** Bytes that came and are unread; null if there are none. Valid until they are asked after. */
  public ByteBuffer input() {
    return input;
  }

  /** True once the peer has ended its input; it may still read. */
  public boolean inputEnded() {
    return state == State.HALF_CLOSED;
  }

  /** Gives back the input buffer, whose bytes the protocol is done with. */
  public void releaseInput() {
    if (input != null) {
      scratch.buffers.give(input);
      input = null;
    }
  }

  /** Asks for more input, after the protocol is done with what came before. */
  public void awaitInput() {
    releaseInput();
    if (state == State.OPEN) {
      inputWanted = true;
      if (!clogged) {
        setInterest(interest | SelectionKey.OP_READ);
      }
    }
  }

  /** Sends the protocol's sink an event as if input had come, for what it left unread. */
  public void redeliver() {
    if (state == State.CLOSED) {
      return;
    }
    EnqueueResult result = stages.arrivals().enqueue(this);
    if (result.outcome() == EnqueueResult.Outcome.CLOSED) {
      closeGracefully(); // the graph stops; what was answered is still written
    } else if (!result.accepted()) {
      home.schedule(RETRY, this::redeliver);
    }
  }

  /** Calls {@link ConnectionListener#timedOut} after this time, instead of any set before. */
  public void timeoutAfter(Duration delay) {
    if (state == State.OPEN || state == State.HALF_CLOSED) {
      protocolTimeout.after(delay);
    }
  }

  /** Forgets the protocol's time-out. */
  public void clearTimeout() {
    if (state == State.OPEN || state == State.HALF_CLOSED) {
      protocolTimeout.clear();
    }
  }

  /** Queues the bytes between position and limit, which must not change until they are written. */
  public void write(ByteBuffer bytes) {
    write(bytes, null);
  }

  /** Queues bytes whose buffer goes back to the pool once they are written or given up. */
  public void write(ByteBuffer bytes, BufferPool pool) {
    if (mayWrite()) {
      output.add(bytes, pool);
      written();
    } else if (pool != null) {
      pool.give(bytes);
    }
  }

  /** Queues a part of a file; it is released once it is written or given up. */
  public void write(FileRegion region) {
    if (mayWrite()) {
      output.add(region);
      written();
    } else {
      region.release();
    }
  }

  private boolean mayWrite() {
    return state == State.OPEN || state == State.HALF_CLOSED;
  }

  private void written() {
    clogged |= output.pending() > stages.config().writeThreshold();
    queueWrite();
  }

  /** True while more waits to be written than the threshold allows. */
  public boolean isClogged() {
    return clogged;
  }

  /** True while anything waits to be written. */
  public boolean isWriting() {
    return !output.isEmpty();
  }

  /** Reads no more, writes what waits, and closes so that the peer can read all of it. */
  public void closeGracefully() {
    if (mayWrite()) {
      state = State.FLUSHING;
      releaseInput();
      protocolTimeout.stop();
      queueWrite();
    }
  }

  /** Closes at once; what waits to be written is given up. */
  public void close() {
    if (state == State.CLOSED) {
      return;
    }
    state = State.CLOSED;
    if (home != null) {
      protocolTimeout.stop();
      writeTimeout.stop();
      releaseInput();
      output.release();
    }
    closeChannel();
    stages.closed(this);
    if (listener != null) {
      listener.closed();
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

  // ---- the selector's side

  @Override
  public void ready(int operations) {
    if ((operations & SelectionKey.OP_READ) != 0) {
      if (isReadable()) {
        queueRead();
      } else {
        setInterest(interest & ~SelectionKey.OP_READ); // only now, for mostly nothing comes early
      }
    }
    if ((operations & SelectionKey.OP_WRITE) != 0) {
      queueWrite();
    }
  }

  @Override
  public void processorEnds() {
    close();
  }

  private boolean isReadable() {
    return (state == State.OPEN && inputWanted && !clogged) || state == State.LINGERING;
  }

  private void setInterest(int wanted) {
    if (wanted != interest) {
      interest = wanted;
      key.interestOps(wanted);
    }
  }

  private void queueRead() {
    if (readQueued) {
      return;
    }
    EnqueueResult result = stages.read().enqueue(this);
    readQueued = result.accepted();
    if (!readQueued) {
      setInterest(interest & ~SelectionKey.OP_READ);
      if (result.outcome() != EnqueueResult.Outcome.CLOSED) {
        home.schedule(RETRY, this::resumeReading);
      }
    }
  }

  private void resumeReading() {
    if (isReadable()) {
      setInterest(interest | SelectionKey.OP_READ);
    }
  }

  private void queueWrite() {
    if (writeQueued) {
      return;
    }
    EnqueueResult result = stages.write().enqueue(this);
    writeQueued = result.accepted();
    if (result.outcome() == EnqueueResult.Outcome.CLOSED) {
      close();
    } else if (!writeQueued) {
      setInterest(interest & ~SelectionKey.OP_WRITE);
      home.schedule(RETRY, this::resumeWriting);
    }
  }

  private void resumeWriting() {
    if (state != State.CLOSED) {
      queueWrite();
    }
  }

  // ---- the read stage

  /** The read stage's handler: the first event of a connection registers it. */
  void read() throws IOException {
    readQueued = false;
    if (state == State.NEW) {
      open(stages.protocol());
    }
    if (state == State.LINGERING) {
      discard();
    } else if (isReadable()) {
      receive();
    }
  }

  /** Begins to live on its processor, whose thread is calling, under a protocol. */
  void open(Function<Connection, ConnectionListener> protocol) throws IOException {
    home = Processors.current();
    scratch = stages.scratch(processor);
    protocolTimeout = new Timeout(home, stages.clock(), this::timedOut);
    writeTimeout = new Timeout(home, stages.clock(), this::writeTimedOut);
    interest = SelectionKey.OP_READ;
    key = SelectorSource.of(home).register(channel, interest, this);
    state = State.OPEN;
    listener = protocol.apply(this);
  }

  private void receive() {
    ByteBuffer buffer = scratch.buffers.take();
    int n = readInto(buffer);
    if (n > 0) {
      input = buffer.flip();
    } else {
      scratch.buffers.give(buffer);
    }
    if (n == 0 || state == State.CLOSED) {
      return;
    }
    if (n < 0) {
      state = State.HALF_CLOSED;
      setInterest(interest & ~SelectionKey.OP_READ);
    }
    inputWanted = false;
    redeliver();
  }

  /** Closes the connection on failure, which is nearly always the peer's reset. */
  private int readInto(ByteBuffer buffer) {
    try {
      return channel.read(buffer);
    } catch (IOException e) {
      log.debug("reading from {} failed", remote, e);
      close();
      return 0;
    }
  }

  private void discard() {
    ByteBuffer buffer = scratch.buffers.take();
    int n = readInto(buffer);
    scratch.buffers.give(buffer);
    discarded += Math.max(0, n);
    if (n < 0 || discarded > stages.config().lingerBytes()) {
      close();
    }
  }

  // ---- the write stage

  /** The write stage's handler. */
  void flush() {
    writeQueued = false;
    if (state == State.CLOSED || state == State.LINGERING) {
      return;
    }
    long n;
    try {
      n = output.writeTo(channel, scratch.gather);
    } catch (IOException e) {
      log.debug("writing to {} failed", remote, e);
      close();
      return;
    }
    if (output.isEmpty()) {
      allWritten();
    } else {
      partWritten(n);
    }
    if (clogged && mayWrite() && output.pending() <= stages.config().writeThreshold() / 2) {
      clogged = false;
      resumeReading();
      listener.writable();
    }
  }

  private void allWritten() {
    writeTimeout.clear();
    setInterest(interest & ~SelectionKey.OP_WRITE);
    if (state == State.FLUSHING) {
      linger();
    }
  }

  private void partWritten(long n) {
    if (n > 0 || !writeTimeout.isSet()) {
      writeTimeout.after(stages.config().writeTimeout());
    }
    if (output.isBlocked()) {
      setInterest(interest | SelectionKey.OP_WRITE);
    } else {
      queueWrite();
    }
  }

  private void linger() {
    try {
      channel.shutdownOutput();
    } catch (IOException e) {
      log.debug("ending output to {} failed", remote, e);
      close();
      return;
    }
    state = State.LINGERING;
    protocolTimeout.after(stages.config().lingerTimeout());
    setInterest(SelectionKey.OP_READ);
    discard(); // the peer may have ended long ago
  }

  // ---- time-outs

  private void timedOut() {
    if (state == State.LINGERING) {
      close();
    } else {
      listener.timedOut();
    }
  }

  private void writeTimedOut() {
    log.debug("{} takes no bytes", remote);
    close();
  }
}
