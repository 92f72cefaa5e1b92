package seda.netio.http;

import java.net.InetSocketAddress;
import java.util.function.Consumer;

/**
 * Decides how much of a body is read, before any of it is: so that a stranger can't make the server
 * take in what only a known user may send. Called on the processors; must not block.
 */
@FunctionalInterface
public interface BodyGate {

  /** Asks nobody: {@link HttpServer.BodyLimit} alone decides. */
  BodyGate OPEN = (head, decision) -> false;

  /**
   * Asks about a request that has a body. Until the decision nothing more of its connection is
   * read, so that TCP slows the client down; {@code 100 Continue} waits, too.
   *
   * @param decision takes the decision once, on any thread, during this call or later
   * @return false if there is nothing to ask; then {@code decision} is never used
   */
  boolean ask(Head head, Consumer<Grant> decision);

  /**
   * What is known of the request.
   *
   * @param request its body empty
   * @param arrivedNanos as {@link HttpExchange#arrivedNanos}
   * @param processor as {@link HttpExchange#processor}
   */
  record Head(HttpRequest request, InetSocketAddress remote, long arrivedNanos, int processor) {}

  /**
   * A decision.
   *
   * @param isWhole whether the body is read as {@link HttpServer.BodyLimit} says, and may go to the
   *     {@link BodySpool}. Else its beginning is read, as many bytes as a body that is cut keeps; a
   *     longer one ends there: the application gets the request, {@linkplain HttpRequest#isCut
   *     cut}, and its connection closes with the answer
   * @param isRestRead whether the rest of a longer one is read all the same, and thrown away, as
   *     far as a body that is cut may be: so that the client, which sends on, can read the answer
   * @param end runs once the request is answered, or its connection has gone
   */
  record Grant(boolean isWhole, boolean isRestRead, Runnable end) {
    /** Of the body no more than the beginning is read. */
    public static final Grant BEGINNING = new Grant(false, false, () -> {});

    /** Of the body no more than the beginning is kept. */
    public static final Grant BEGINNING_KEPT = new Grant(false, true, () -> {});

    /** One that lets all of the body in, or its beginning. */
    public Grant(boolean isWhole, Runnable end) {
      this(isWhole, false, end);
    }
  }
}
