package arashi.front.route;

import arashi.front.PathPattern;
import java.util.List;

/**
 * Descriptor of one kind of request. The package of the request declares it, and {@code MailStages}
 * lists it.
 *
 * <pre>
 *   UserRequest     of a signed-in user: mail-store pool, targets, busy page
 *   OpenRequest     needs no session: pool and refusal of its own, targets
 *   InternalStage   nobody waits for it by itself: no targets, a share of service
 * </pre>
 *
 * @param <E> the events of its stage
 */
public abstract sealed class Request<E> permits UserRequest, OpenRequest, InternalStage {
  private final String stage;
  private final List<Way<E>> ways;

  /**
   * A route from a method and a path to an event.
   *
   * @param method {@code GET} or {@code POST}
   * @param pattern the path, see {@link PathPattern}
   * @param reader makes the event
   * @param bodyBytes size limit of a form with files; 0: the usual limit
   * @param readBytes bytes of an oversized form that are still read
   */
  public record Way<E>(
      String method, String pattern, Route.Reader<E> reader, int bodyBytes, long readBytes) {

    /** A route for GET and HEAD. */
    public static <E> Way<E> get(String pattern, Route.Reader<E> reader) {
      return new Way<>("GET", pattern, reader, 0, 0);
    }

    /** A route for POST. */
    public static <E> Way<E> post(String pattern, Route.Reader<E> reader) {
      return new Way<>("POST", pattern, reader, 0, 0);
    }

    /**
     * A route for POST of a form with files, up to {@code bodyBytes}. The handler gets the
     * beginning of a larger form, with the fields before the files.
     */
    public static <E> Way<E> files(
        String pattern, Route.Reader<E> reader, int bodyBytes, long readBytes) {
      return new Way<>("POST", pattern, reader, bodyBytes, readBytes);
    }
  }

  /**
   * Creates a request.
   *
   * @param stage name of its stage
   * @param ways at least one
   */
  Request(String stage, List<Way<E>> ways) {
    this.stage = stage;
    this.ways = List.copyOf(ways);
    if (ways.isEmpty()) {
      throw new IllegalArgumentException(stage + ": a request needs at least one route");
    }
  }

  /** The name of the stage. */
  public final String stage() {
    return stage;
  }

  final List<Way<E>> ways() {
    return ways;
  }

  /** Declares the stage before the graph starts; returns its routes. */
  abstract List<Route> declare(RequestStages stages);

  /** Returns routes that call the handler on the thread of the request, without a stage. */
  abstract List<Route> direct(DirectRoutes routes);
}
