package arashi.request.attachment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.netio.http.HttpResponse;
import seda.netio.http.StreamedBody;

/**
 * One file on its way to a client. Its content is read in slices, each after the client has taken
 * the previous one.
 *
 * <pre>
 *   IDLE ── slice starts ──► READING ── slice ends ──► IDLE
 *     │                         │
 *     └──── release ────────────┴──► ENDED: resources are released now, or when the slice ends
 * </pre>
 *
 * <p>The response starts with the first bytes. Until then a failure gets an error page, and a
 * complete file is sent as one body.
 */
final class Download implements StreamedBody {
  private static final Logger log = LoggerFactory.getLogger(Download.class);

  /** Bytes per piece. */
  static final int PIECE_BYTES = 128 << 10;

  /** Bytes fetched from the stored mail at a time. */
  static final int FETCH_BYTES = 128 << 10;

  /** Memory bound per download: a piece, the fetched bytes, and buffers for decoding. */
  static final int MEMORY_BYTES = 1 << 20;

  private enum State {
    IDLE,
    READING,
    ENDED
  }

  /** The response to the client. */
  interface Reply {
    /** {@code first} has the first bytes of the content, to detect its type. */
    Head head(ByteBuffer first);

    void send(HttpResponse response);

    /** Reports that the content cannot be read; nothing has been sent. */
    void failed(Throwable cause);

    /** Reports that the service is stopping; nothing has been sent. */
    void shed();
  }

  /** The {@code response} has no body. */
  record Head(HttpResponse response, String contentType) {}

  private final Downloads downloads;
  private final Downloads.Permit permit;
  private final long account;
  private final SlicedContent content;
  private final Reply reply;
  private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
  private ByteBuffer first; // null once sent; published with the response
  private volatile Taker taker; // null until the socket wants more

  /** {@code permit} and {@code content} are released at the end. */
  Download(
      Downloads downloads,
      Downloads.Permit permit,
      long account,
      SlicedContent content,
      Reply reply) {
    this.downloads = downloads;
    this.permit = permit;
    this.account = account;
    this.content = content;
    this.reply = reply;
  }

  long account() {
    return account;
  }

  /**
   * Reads the first slice and sends the response if there are bytes; otherwise schedules further
   * slices.
   *
   * @throws IOException if reading fails; all resources are then released
   */
  void begin() throws IOException {
    if (!state.compareAndSet(State.IDLE, State.READING)) {
      throw new IllegalStateException("the download has already started");
    }
    try {
      readFirst();
    } catch (IOException | RuntimeException | Error e) {
      end();
      throw e;
    }
  }

  // ---- on the pool

  void slice() {
    if (!state.compareAndSet(State.IDLE, State.READING)) {
      return; // the client is gone
    }
    try {
      if (taker == null) {
        readFirst();
      } else {
        readNext(taker);
      }
    } catch (IOException | RuntimeException e) {
      failed(e);
    }
  }

  private void readFirst() throws IOException {
    byte[] piece = new byte[PIECE_BYTES];
    int n = content.read(piece);
    if (n == 0 && !content.isEnded()) {
      if (idle()) {
        downloads.readOn(this);
      }
      return;
    }
    Head head = reply.head(ByteBuffer.wrap(piece, 0, n).asReadOnlyBuffer());
    if (content.isEnded()) {
      end();
      reply.send(head.response().body(head.contentType(), Arrays.copyOf(piece, n)));
      return;
    }
    first = ByteBuffer.wrap(piece, 0, n);
    HttpResponse response = head.response().streamed(head.contentType(), content.length(), this);
    if (idle()) {
      reply.send(response);
    }
  }

  private void readNext(Taker to) throws IOException {
    byte[] piece = new byte[PIECE_BYTES];
    int n = content.isEnded() ? 0 : content.read(piece);
    boolean ended = content.isEnded();
    if (!idle()) {
      return;
    }
    if (n > 0) {
      to.bytes(ByteBuffer.wrap(piece, 0, n));
    } else if (ended) {
      to.end();
    } else {
      downloads.readOn(this);
    }
  }

  /** Ends the slice; false if the download ended meanwhile. */
  private boolean idle() {
    boolean goesOn = state.compareAndSet(State.READING, State.IDLE);
    if (!goesOn) {
      giveBack();
    }
    return goesOn;
  }

  // ---- the server's side

  @Override
  public void next(Taker to) {
    if (first != null) {
      ByteBuffer piece = first;
      first = null;
      taker = to;
      to.bytes(piece);
    } else {
      downloads.readOn(this);
    }
  }

  @Override
  public void release() {
    if (state.getAndSet(State.ENDED) == State.IDLE) {
      giveBack();
    }
  }

  // ---- ends

  /** Ends the download because a slice failed or was refused. */
  void failed(Throwable cause) {
    Taker to = taker;
    end();
    if (to == null) {
      reply.failed(cause);
    } else {
      log.warn("download aborted: {}", cause.toString());
      to.fail();
    }
  }

  /** Ends the download because the service is stopping. */
  void shed() {
    Taker to = taker;
    release();
    if (to == null) {
      reply.shed();
    } else {
      to.fail();
    }
  }

  private void end() {
    state.set(State.ENDED);
    giveBack();
  }

  private void giveBack() {
    permit.end();
    content.close();
  }
}
