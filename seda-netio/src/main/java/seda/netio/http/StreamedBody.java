package seda.netio.http;

import java.nio.ByteBuffer;

/**
 * The body of an answer that is produced while it is sent, piece by piece, at the client's pace. So
 * an answer of any size takes the memory of one piece.
 *
 * <pre>
 *   processor          any thread                              processor
 *   next(taker) ─────► taker.bytes(piece) ── socket takes it ─► next(taker) ─► …
 *                      taker.end()        ── socket takes all ► the next answer
 *                      taker.fail()       ────────────────────► the connection closes
 * </pre>
 *
 * <p>A slow client holds no thread: the next piece is requested only when the system has taken the
 * last one. A client that takes nothing for the write time-out is disconnected.
 */
public interface StreamedBody {

  /**
   * Requests the next piece. Called on the connection's processor, so it must not block. It calls
   * the taker once, now or later, on any thread, and is not called again before that.
   */
  void next(Taker taker);

  /**
   * Releases the body when the request has ended, in any case, or the client has disconnected.
   * Called once, on any thread, possibly while a piece is being produced, which is then dropped.
   * Must not block.
   */
  void release();

  /** Receives the requested piece. Any thread; never blocks. */
  interface Taker {

    /**
     * Sends a piece, from the buffer's position to its limit. The buffer must not change until the
     * next piece is requested. Exceeding the announced length is a {@link #fail failure}.
     */
    void bytes(ByteBuffer piece);

    /** Ends the body. Falling short of the announced length is a {@link #fail failure}. */
    void end();

    /**
     * Fails the body. The head is already sent, so the client notices only that the connection
     * closes early.
     */
    void fail();
  }
}
