package seda.netio.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.netio.Connection;

/**
 * A {@link StreamedBody} being sent: frames its pieces and requests the next one when the socket
 * has taken the last. It lives on the connection's processor; pieces come from any thread, one at a
 * time.
 *
 * <p>Framing follows RFC 9112: none if the length is announced, chunks (section 7.1) if not, and
 * for HTTP/1.0 the end of the connection.
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
  private volatile long sent; // written by one thread at a time

  /**
   * Creates an unsent body.
   *
   * @param promised announced length, or {@link HttpResponse#UNKNOWN_LENGTH}
   * @param chunked true if it is framed in chunks
   * @param ended runs on the processor once the system has taken the whole body
   */
  OutgoingBody(
      Connection connection, StreamedBody body, long promised, boolean chunked, Runnable ended) {
    this.connection = connection;
    this.body = body;
    this.promised = promised;
    this.chunked = chunked;
    this.ended = ended;
  }

  /** Returns the bytes of the body queued so far, without framing. */
  long sent() {
    return sent;
  }

  /** Requests the first or the next piece, on the processor. */
  void ask() {
    wanted.set(true);
    try {
      body.next(this);
    } catch (RuntimeException e) {
      log.warn("a streamed body failed; its connection closes", e);
      connection.close();
    }
  }

  @Override
  public void bytes(ByteBuffer piece) {
    take();
    int length = piece.remaining();
    long total = sent + length;
    if (promised != HttpResponse.UNKNOWN_LENGTH && total > promised) {
      breakOff("is longer than announced");
      return;
    }
    sent = total;
    if (chunked && length > 0) { // an empty chunk would end the body
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
      breakOff("is shorter than announced");
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
    log.warn("a streamed body {}: {} of {} bytes; its connection closes", reason, sent, promised);
    connection.close();
  }

  private void take() {
    if (!wanted.getAndSet(false)) {
      throw new IllegalStateException(
          "no piece was requested: call the taker once for each next()");
    }
  }

  /** Releases the body, at its end or its connection's. */
  void release() {
    if (!released.getAndSet(true)) {
      body.release();
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
