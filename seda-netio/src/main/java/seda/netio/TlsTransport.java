package seda.netio;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Sink;

/**
 * TLS between a connection and its socket. It holds a partly received record and a few unsent
 * records at most; an idle connection holds no buffer. Computations of the handshake run on a
 * worker pool, one at a time.
 *
 * <p>A connection that ends without {@code close_notify} fails, because an attacker may have
 * truncated it.
 */
final class TlsTransport implements Transport, Outlet {
  private static final Logger log = LoggerFactory.getLogger(TlsTransport.class);
  private static final ByteBuffer[] NOTHING = {ByteBuffer.allocate(0)};

  /** Key updates that may wait for an answer. */
  private static final int MOST_KEY_UPDATES = 16;

  /**
   * Consecutive records without data after the handshake: each costs processor time without
   * progress.
   */
  private static final int MOST_SILENT_RECORDS = 32;

  private final SSLEngine engine;
  private final SocketChannel channel;
  private final Tls.Buffers buffers;
  private final Sink<Runnable> tasks;
  private final Runnable computed;

  private ByteBuffer in; // encrypted input; null if empty
  private ByteBuffer out; // encrypted output up to its position; null if empty
  private boolean starved;
  private boolean inputEnded;
  private int unanswered;
  private int silent;
  private long sent;
  private volatile boolean computing;

  TlsTransport(
      SSLEngine engine,
      SocketChannel channel,
      Tls.Buffers buffers,
      Sink<Runnable> tasks,
      Runnable computed) {
    this.engine = engine;
    this.channel = channel;
    this.buffers = buffers;
    this.tasks = tasks;
    this.computed = computed;
  }

  // ---- the handshake

  @Override
  public Handshake shakeHands() throws IOException {
    while (true) {
      if (computing) {
        return Handshake.TASK;
      }
      switch (engine.getHandshakeStatus()) {
        case NEED_TASK -> compute();
        case NEED_WRAP -> {
          if (!hasRoom()) {
            return Handshake.OUTPUT;
          }
          encrypt(NOTHING, 0, 1);
        }
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
          if (!flush()) {
            return Handshake.OUTPUT;
          }
          if (!decryptHandshake()) {
            return Handshake.INPUT;
          }
        }
        default -> {
          return flush() ? Handshake.DONE : Handshake.OUTPUT;
        }
      }
    }
  }

  private void compute() throws IOException {
    computing = true;
    if (!tasks.enqueue(this::runTasks).accepted()) {
      computing = false;
      throw new IOException("too many handshakes wait");
    }
  }

  /** Runs the engine's tasks on a worker. */
  private void runTasks() {
    try {
      Runnable task = engine.getDelegatedTask();
      while (task != null) {
        task.run();
        task = engine.getDelegatedTask();
      }
    } finally {
      computing = false;
      computed.run();
    }
  }

  private boolean decryptHandshake() throws IOException {
    if (in == null && !fill()) {
      return false;
    }
    SSLEngineResult result = engine.unwrap(in, NOTHING[0]);
    dropIfEmpty();
    return switch (result.getStatus()) {
      case OK -> true;
      case BUFFER_UNDERFLOW -> fill();
      case BUFFER_OVERFLOW ->
          throw new SSLException("application data before the end of the handshake");
      case CLOSED -> throw new EOFException("connection closed during the handshake");
    };
  }

  // ---- reading

  @Override
  public int read(ByteBuffer into) throws IOException {
    int before = into.position();
    starved = false;
    while (!inputEnded && !starved && (in != null || fill(into.position() > before))) {
      SSLEngineResult result = engine.unwrap(in, into);
      dropIfEmpty();
      switch (result.getStatus()) {
        case OK -> {
          answer(result);
          silent = result.bytesProduced() > 0 ? 0 : silent + 1;
          if (silent > MOST_SILENT_RECORDS) {
            throw new SSLException("too many records without data");
          }
        }
        case BUFFER_UNDERFLOW -> starved = !fill(into.position() > before);
        case BUFFER_OVERFLOW -> {
          return into.position() - before; // the next record waits until these bytes are consumed
        }
        case CLOSED -> inputEnded = true;
      }
    }
    int n = into.position() - before;
    return n == 0 && inputEnded ? -1 : n;
  }

  @Override
  public boolean hasInput() {
    return inputEnded || (in != null && !starved);
  }

  /** Reads from the socket, unless the caller has enough to deliver already. */
  private boolean fill(boolean enough) throws IOException {
    return !enough && fill();
  }

  private boolean fill() throws IOException {
    if (in == null) {
      in = buffers.in().take();
    } else {
      in.compact();
    }
    int n = channel.read(in);
    in.flip();
    dropIfEmpty();
    if (n < 0) {
      throw new EOFException("connection closed without close_notify");
    }
    return n > 0;
  }

  private void dropIfEmpty() {
    if (in != null && !in.hasRemaining()) {
      buffers.in().give(in);
      in = null;
    }
  }

  /**
   * Answers a key update of TLS 1.3. A renegotiation of TLS 1.2 is refused: it would let a peer
   * demand the dearest computation again and again, and the engine then neither reads nor writes. A
   * peer that does not read cannot request many.
   */
  private void answer(SSLEngineResult result) throws IOException {
    if (result.bytesConsumed() == 0) {
      throw new SSLException("TLS engine makes no progress: " + result);
    }
    HandshakeStatus status = result.getHandshakeStatus();
    if (status == HandshakeStatus.NOT_HANDSHAKING || status == HandshakeStatus.FINISHED) {
      return;
    }
    if (status != HandshakeStatus.NEED_WRAP || renegotiates()) {
      throw new SSLException("renegotiation is refused");
    }
    unanswered++;
    // one record can request thousands of updates, and the engine keeps a key for each until it is
    // answered
    for (int i = 0; engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP && hasRoom(); i++) {
      if (i == MOST_KEY_UPDATES) {
        throw new SSLException("too many key updates");
      }
      encrypt(NOTHING, 0, 1);
      unanswered = 0;
    }
    flush();
    if (unanswered > MOST_KEY_UPDATES) {
      throw new SSLException("too many key updates");
    }
  }

  /** True in versions that have renegotiation instead of key updates. */
  private boolean renegotiates() {
    return !engine.getSession().getProtocol().equals(TlsVersion.TLS_1_3.protocol());
  }

  // ---- writing

  @Override
  public long write(WriteQueue queue, ByteBuffer[] gather) throws IOException {
    long before = sent;
    long n = flush() ? queue.writeTo(this, gather) : 0;
    return Math.max(n, sent - before);
  }

  @Override
  public long write(ByteBuffer[] bytes, int offset, int length) throws IOException {
    long wanted = 0;
    for (int i = offset; i < offset + length; i++) {
      wanted += bytes[i].remaining();
    }
    long taken = 0;
    while (taken < wanted && hasRoom()) {
      if (engine.isOutboundDone()) {
        throw new ClosedChannelException();
      }
      taken += encrypt(bytes, offset, length);
    }
    flush();
    return taken;
  }

  @Override
  public long transferFrom(FileChannel file, long position, long count) throws IOException {
    ByteBuffer[] plain = {buffers.plain().take()};
    try {
      long taken = 0;
      boolean more = true;
      while (more && taken < count && hasRoom()) {
        plain[0].clear();
        plain[0].limit((int) Math.min(plain[0].capacity(), count - taken));
        more = file.read(plain[0], position + taken) > 0;
        plain[0].flip();
        taken += write(plain, 0, 1);
        more &= !plain[0].hasRemaining(); // otherwise they are reread when there is room
      }
      return taken;
    } finally {
      buffers.plain().give(plain[0]);
    }
  }

  /** True if a record fits, possibly after a flush. */
  private boolean hasRoom() throws IOException {
    return out == null || out.remaining() >= buffers.in().bufferBytes() || flush();
  }

  private int encrypt(ByteBuffer[] bytes, int offset, int length) throws IOException {
    if (out == null) {
      out = buffers.out().take();
    }
    try {
      SSLEngineResult result = engine.wrap(bytes, offset, length, out);
      if (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
        throw new SSLException("TLS record exceeds its maximum length");
      }
      return result.bytesConsumed();
    } finally {
      if (out.position() == 0) { // no output, or a failure whose alert follows
        buffers.out().give(out);
        out = null;
      }
    }
  }

  /** Writes to the socket; true if it took everything. */
  private boolean flush() throws IOException {
    if (out == null) {
      return true;
    }
    out.flip();
    sent += channel.write(out);
    boolean all = !out.hasRemaining();
    if (all) {
      buffers.out().give(out);
      out = null;
    } else {
      out.compact();
    }
    return all;
  }

  @Override
  public boolean isFlushed() {
    return out == null;
  }

  // ---- the end

  @Override
  public boolean endOutput() throws IOException {
    if (!endRecords() || !flush()) {
      return false;
    }
    channel.shutdownOutput();
    return true;
  }

  /** Encrypts {@code close_notify} or, after a failure, its alert. */
  private boolean endRecords() throws IOException {
    engine.closeOutbound();
    while (!engine.isOutboundDone()) {
      if (!hasRoom()) {
        return false;
      }
      encrypt(NOTHING, 0, 1);
    }
    return true;
  }

  @Override
  public void release(boolean allWritten) {
    if (allWritten && !computing && out == null) {
      try {
        endRecords();
        flush();
      } catch (IOException e) {
        log.debug("sending close_notify failed", e);
      }
    }
    if (in != null) {
      buffers.in().give(in);
      in = null;
    }
    if (out != null) {
      buffers.out().give(out);
      out = null;
    }
  }
}
