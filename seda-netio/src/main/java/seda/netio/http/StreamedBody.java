package seda.netio.http;

import java.nio.ByteBuffer;

/**
 * The body of an answer that is made while it is sent, piece by piece, as fast as the client takes
 * it. So an answer of any size takes the memory of one piece.
 *
 * <pre>
 *   processor          any thread                              processor
 *   next(taker) ─────► taker.bytes(piece) ── socket takes it ─► next(taker) ─► …
 *                      taker.end()        ── socket takes all ► the next answer
 *                      taker.fail()       ────────────────────► the connection closes
 * </pre>
 *
 * <p>A slow client is asked for nothing and holds no thread: the next piece is wanted only once the
 * system has taken the last one. A client that takes nothing for the write time-out is closed.
 */
public interface StreamedBody {

  /**
   * The next piece is wanted. Called on the connection's processor, so it must not block; it calls
   * the taker once, now or later, on any thread. It is not called again before that.
   */
  void next(Taker taker);

  /**
   * The request has ended, however that was, or the client has gone. Called once, on any thread;
   * perhaps while a piece is being made, which is then thrown away. Must not block.
   */
  void release();

  /** Takes what was wanted. Any thread; never blocks. */
  interface Taker {

    /**
     * Sends a piece, from the buffer's position to its limit; the buffer must not change until the
     * next piece is wanted. More bytes than were promised are a {@link #fail failure}.
     */
    void bytes(ByteBuffer piece);

    /** All has been sent. Fewer bytes than were promised are a {@link #fail failure}. */
    void end();

    /**
     * The rest can't be made. The head has been sent, so all that tells the client is that the
     * connection closes before the end.
     */
    void fail();
  }
}
