package arashi.request.follow;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import seda.netio.http.StreamedBody;

/**
 * The answer to one listener, which goes on until it has lived long enough. News that comes faster
 * than the client takes it becomes one event, so a slow client needs no queue. Thread-safe; no
 * method blocks.
 */
final class EventStream implements StreamedBody {
  /** Tells the browser when to come back after the answer has ended. */
  private static final String GREETING = "retry: 2000\n";

  /** A comment: a client that has gone is noticed when it can't be written to. */
  private static final byte[] BEAT = ":\n\n".getBytes(US_ASCII);

  private final Followers followers;
  private final long account;
  private final long endNanos;
  private Taker taker; // null unless a piece is wanted
  private News news; // to be sent; null for none
  private long known = -1; // the last number of which the listener is told; -1 before it begins
  private boolean greeted;
  private boolean ending;
  private long beatNanos;

  /**
   * One that has not begun.
   *
   * @param endNanos when it has lived long enough
   * @param beatNanos when it has to be written to at the latest
   */
  EventStream(Followers followers, long account, long endNanos, long beatNanos) {
    this.followers = followers;
    this.account = account;
    this.endNanos = endNanos;
    this.beatNanos = beatNanos;
  }

  long account() {
    return account;
  }

  /** What the listener missed goes first, with what came since this was opened. */
  synchronized void begin(News missed) {
    news = news == null ? missed : news.and(missed);
    known = news.modSeq();
  }

  /**
   * Sends news, now or with the next.
   *
   * @param event the news as an event, shared by all listeners
   */
  void tell(News more, byte[] event) {
    Taker ready;
    synchronized (this) {
      if (more.modSeq() <= known) {
        return; // it was among what the listener missed
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

  /** True if its time is over, or nothing was written for long. */
  synchronized boolean isDue(long nowNanos) {
    return taker != null && (nowNanos - endNanos >= 0 || nowNanos - beatNanos >= 0);
  }

  /**
   * Ends it if its time is over, else writes to it.
   *
   * @return how many listeners were written to: one, unless it is written to already
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

  /** Ends the answer once what was written has been taken. */
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
