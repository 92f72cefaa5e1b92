package seda.netio.http;

import java.net.InetSocketAddress;
import java.util.function.Consumer;

/**
 * Decides how much of a body is read, before any of it is, so that a stranger cannot send what only
 * a known user may. Called on the processors; must not block.
 */
@FunctionalInterface
public interface BodyGate {

  /** Never decides: {@link HttpServer.BodyLimit} alone applies. */
  BodyGate OPEN = (head, decision) -> false;

  /**
   * Asks for a decision on a request with a body. Until then, nothing more of its connection is
   * read, so that TCP slows the client down, and {@code 100 Continue} is delayed.
   *
   * @param head head of the request
   * @param decision takes the decision once, on any thread, during this call or later
   * @return false if no decision is needed; {@code decision} is then not used
   */
  boolean ask(Head head, Consumer<Grant> decision);

  /**
   * The known part of a request.
   *
   * @param request the request, with an empty body
   * @param remote address of the client
   * @param arrivedNanos as {@link HttpExchange#arrivedNanos}
   * @param processor as {@link HttpExchange#processor}
   */
  record Head(HttpRequest request, InetSocketAddress remote, long arrivedNanos, int processor) {}

  /**
   * A decision.
   *
   * @param isWhole true if the body is read up to {@link HttpServer.BodyLimit} and may go to the
   *     {@link BodySpool}. Otherwise only its beginning is kept, as for a body that is cut. A
   *     longer body ends there: the application gets the request {@linkplain HttpRequest#isCut
   *     cut}, and the connection closes with the answer
   * @param isRestRead true if the rest of a longer body is read and discarded, up to the limit for
   *     bodies that are cut, so that the client, which keeps sending, can read the answer
   * @param end runs once the request is answered or its connection has closed
   */
  record Grant(boolean isWhole, boolean isRestRead, Runnable end) {
    /** Reads only the beginning of the body. */
    public static final Grant BEGINNING = new Grant(false, false, () -> {});

    /** Keeps only the beginning of the body, but reads the rest. */
    public static final Grant BEGINNING_KEPT = new Grant(false, true, () -> {});

    /** Creates a decision for the whole body or its beginning. */
    public Grant(boolean isWhole, Runnable end) {
      this(isWhole, false, end);
    }
  }
}
