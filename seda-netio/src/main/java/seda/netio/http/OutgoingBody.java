package seda.netio.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.netio.Connection;

/**
 * A {@link StreamedBody} on its way: frames its pieces and asks for the next once the socket has
 * taken one. It lives on the connection's processor; pieces come from any thread, one at a time.
 *
 * <p>Framing is that of RFC 9112: as it is if its length was promised, in chunks (section 7.1) if
 * not; to a client of HTTP/1.0 up to the close of the connection.
 */
final class OutgoingBody implements StreamedBody.Taker {
  private static final Logger log = LoggerFactory.getLogger(OutgoingBody.class);
  private static final byte[] LINE_END = {'\r', '\n'};
  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final Connection connection;
  private final StreamedBody body;
  private final long promised;
  private final boolean chunked;
  private final Runnable ended;
  private final AtomicBoolean wanted = new AtomicBoolean();
  private final AtomicBoolean released = new AtomicBoolean();
  private volatile long sent; // by one thread at a time

  /**
   * A body of which nothing is sent.
   *
   * @param promised its length, or {@link HttpResponse#UNKNOWN_LENGTH}
   * @param chunked whether it is framed in chunks
   * @param ended run on the processor once the system has taken all of it
   */
  OutgoingBody(
      Connection connection, StreamedBody body, long promised, boolean chunked, Runnable ended) {
    this.connection = connection;
    this.body = body;
    this.promised = promised;
    this.chunked = chunked;
    this.ended = ended;
  }

  /** Bytes of the body that were queued, without framing. */
  long sent() {
    return sent;
  }

  /** Asks for the first piece, or for the next. On the processor. */
  void ask() {
    wanted.set(true);
    try {
      body.next(this);
    } catch (RuntimeException e) {
      log.warn("a body that is streamed has failed", e);
      connection.close();
    }
  }

  @Override
  public void bytes(ByteBuffer piece) {
    take();
    int length = piece.remaining();
    long total = sent + length;
    if (promised != HttpResponse.UNKNOWN_LENGTH && total > promised) {
      breakOff("is longer than was promised");
      return;
    }
    sent = total;
    if (chunked && length > 0) { // an empty chunk would be the last
      connection.write(ByteBuffer.wrap(ascii(Integer.toHexString(length) + "\r\n")));
      connection.write(piece);
      connection.write(ByteBuffer.wrap(LINE_END));
    } else {
      connection.write(piece);
    }
    connection.whenFlushed(this::taken);
  }

  private void taken(boolean written) {
    if (written && !released.get()) {
      ask();
    }
  }

  @Override
  public void end() {
    take();
    if (promised != HttpResponse.UNKNOWN_LENGTH && sent < promised) {
      breakOff("is shorter than was promised");
      return;
    }
    if (chunked) {
      connection.write(ByteBuffer.wrap(LAST_CHUNK));
    }
    connection.whenFlushed(this::allTaken);
  }

  private void allTaken(boolean written) {
    if (written && !released.get()) {
      ended.run();
    }
  }

  @Override
  public void fail() {
    take();
    connection.close();
  }

  private void breakOff(String reason) {
    log.warn("a body that is streamed {}: {} of {} bytes", reason, sent, promised);
    connection.close();
  }

  private void take() {
    if (!wanted.getAndSet(false)) {
      throw new IllegalStateException("no piece is wanted");
    }
  }

  /** It has ended, or its connection has. */
  void release() {
    if (!released.getAndSet(true)) {
      body.release();
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
