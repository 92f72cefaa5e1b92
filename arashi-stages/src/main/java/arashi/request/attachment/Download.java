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
 * One file on its way to a client: its content is read in slices, each once the client has taken
 * the one before.
 *
 * <pre>
 *   IDLE ── slice begins ──► READING ── it is over ──► IDLE
 *     │                         │
 *     └──── released ───────────┴──► ENDED: by then, or at the end of the slice, all is given back
 * </pre>
 *
 * <p>The answer is made with the first bytes: until then a fault has a page of its own, and what is
 * complete by then goes as a whole.
 */
final class Download implements StreamedBody {
  private static final Logger log = LoggerFactory.getLogger(Download.class);

  /** Bytes of a piece. */
  static final int PIECE_BYTES = 128 << 10;

  /** Bytes of the stored mail that are fetched at a time. */
  static final int FETCH_BYTES = 128 << 10;

  /** Bound of what one takes: a piece, what was fetched, and what unpacks and decodes it. */
  static final int MEMORY_BYTES = 1 << 20;

  private enum State {
    IDLE,
    READING,
    ENDED
  }

  /** What is told to the client. */
  interface Reply {
    /**
     * The head of the answer.
     *
     * @param first bytes of the content, to tell what it is
     */
    Head head(ByteBuffer first);

    /** Sends the answer. */
    void send(HttpResponse response);

    /** The content can't be read; nothing has been sent. */
    void failed(Throwable cause);

    /** The service stops, and nothing has been sent. */
    void shed();
  }

  /**
   * The head of an answer.
   *
   * @param response without body
   */
  record Head(HttpResponse response, String contentType) {}

  private final Downloads downloads;
  private final Downloads.Permit permit;
  private final long account;
  private final Content content;
  private final Reply reply;
  private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
  private ByteBuffer first; // null once it was sent; published with the response
  private volatile Taker taker; // null until the socket wants more

  /**
   * Nothing is read yet.
   *
   * @param permit ends with this
   * @param content is closed with this
   */
  Download(
      Downloads downloads, Downloads.Permit permit, long account, Content content, Reply reply) {
    this.downloads = downloads;
    this.permit = permit;
    this.account = account;
    this.content = content;
    this.reply = reply;
  }

  /** Whose it is. */
  long account() {
    return account;
  }

  /**
   * Reads the first slice, and answers if that brings bytes; else others follow.
   *
   * @throws IOException if it can't be read; then all is given back
   */
  void begin() throws IOException {
    if (!state.compareAndSet(State.IDLE, State.READING)) {
      throw new IllegalStateException("it has begun");
    }
    try {
      readFirst();
    } catch (IOException | RuntimeException | Error e) {
      end();
      throw e;
    }
  }

  // ---- on the pool

  /** Reads a slice. */
  void slice() {
    if (!state.compareAndSet(State.IDLE, State.READING)) {
      return; // the client has gone
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

  /** The slice is over; false if the download ended meanwhile. */
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

  /** A slice failed, or could not be read. */
  void failed(Throwable cause) {
    Taker to = taker;
    end();
    if (to == null) {
      reply.failed(cause);
    } else {
      log.warn("a download breaks off: {}", cause.toString());
      to.fail();
    }
  }

  /** The service stops. */
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
