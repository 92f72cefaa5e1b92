package arashi.request.follow;

import static java.nio.charset.StandardCharsets.US_ASCII;

import arashi.store.blob.Sha256;
import java.nio.ByteBuffer;
import seda.netio.http.StreamedBody;

/**
 * The response to one listener, which runs until its lifetime or its session ends. News that
 * arrives faster than the client reads is merged into one event, so a slow client needs no queue.
 * Thread-safe; no method blocks.
 */
final class EventStream implements StreamedBody {
  /** Sets the browser's reconnection delay. */
  private static final String GREETING = "retry: 2000\n";

  /** A comment line; a failed write reveals a client that is gone. */
  private static final byte[] BEAT = ":\n\n".getBytes(US_ASCII);

  private final Followers followers;
  private final long account;
  private final Sha256 session;
  private final long endNanos;
  private Taker taker; // null unless a piece is requested
  private News news; // pending news, or null
  private long known = -1; // number of the listener's last known change; -1 before the start
  private boolean greeted;
  private boolean ending;
  private long beatNanos;

  /**
   * Creates a stream that has not started.
   *
   * @param session session of the listener, which ends the stream with it
   * @param endNanos end of its lifetime
   * @param beatNanos deadline of the next write
   */
  EventStream(Followers followers, long account, Sha256 session, long endNanos, long beatNanos) {
    this.followers = followers;
    this.account = account;
    this.session = session;
    this.endNanos = endNanos;
    this.beatNanos = beatNanos;
  }

  long account() {
    return account;
  }

  Sha256 session() {
    return session;
  }

  /** Starts with the missed news, merged with news since the stream was opened. */
  synchronized void begin(News missed) {
    news = news == null ? missed : news.and(missed);
    known = news.modSeq();
  }

  /**
   * Sends news, now or with the next event.
   *
   * @param event the encoded news, shared by all listeners
   */
  void tell(News more, byte[] event) {
    Taker ready;
    synchronized (this) {
      if (more.modSeq() <= known) {
        return; // already sent with the missed news
      }
      known = known < 0 ? known : more.modSeq();
      if (taker == null || news != null) {
        news = news == null ? more : news.and(more);
        return;
      }
      ready = takeTaker();
    }
    ready.bytes(ByteBuffer.wrap(event));
  }

  /** True if the lifetime is over or a heartbeat is due. */
  synchronized boolean isDue(long nowNanos) {
    return taker != null && (nowNanos - endNanos >= 0 || nowNanos - beatNanos >= 0);
  }

  /**
   * Ends the stream if its lifetime is over; otherwise sends a heartbeat.
   *
   * @return number of listeners written to: one, unless a write is in progress
   */
  int beat(long nowNanos, long everyNanos) {
    if (nowNanos - endNanos >= 0) {
      end();
      return 1;
    }
    Taker ready;
    synchronized (this) {
      if (taker == null) {
        return 0;
      }
      beatNanos = nowNanos + everyNanos;
      ready = takeTaker();
    }
    ready.bytes(ByteBuffer.wrap(BEAT));
    return 1;
  }

  /** Ends the response after the pending bytes are taken. */
  void end() {
    Taker ready;
    synchronized (this) {
      ending = true;
      if (taker == null) {
        return;
      }
      ready = takeTaker();
    }
    ready.end();
  }

  private Taker takeTaker() {
    Taker taken = taker;
    taker = null;
    return taken;
  }

  @Override
  public void next(Taker asking) {
    byte[] piece = null;
    boolean ends;
    synchronized (this) {
      ends = ending && greeted;
      if (!ends) {
        piece = takePiece();
        taker = piece == null ? asking : null;
      }
    }
    if (ends) {
      asking.end();
    } else if (piece != null) {
      asking.bytes(ByteBuffer.wrap(piece));
    }
  }

  private byte[] takePiece() {
    if (news == null) {
      return null;
    }
    byte[] event = news.event();
    news = null;
    if (greeted) {
      return event;
    }
    greeted = true;
    return (GREETING + new String(event, US_ASCII)).getBytes(US_ASCII);
  }

  @Override
  public void release() {
    followers.gone(this);
  }
}
