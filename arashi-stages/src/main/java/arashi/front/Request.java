package arashi.front;

import java.util.List;

/**
 * A descriptor: one kind of request, with all that the service needs to know of it. The package of
 * the request declares it, and {@code MailStages} lists it.
 *
 * <pre>
 *   UserRequest     what a signed-in user asks for: mail-store pool, under targets, busy page
 *   OpenRequest     before a session: pool and refusal of its own, under targets
 *   InternalStage   what people don't wait for by itself: no targets, only its share
 * </pre>
 *
 * @param <E> the events of its stage
 */
public abstract sealed class Request<E> permits UserRequest, OpenRequest, InternalStage {
  private final String stage;
  private final List<Way<E>> ways;

  /**
   * The way from a method and a path to an event.
   *
   * @param method {@code GET} or {@code POST}
   * @param pattern the path, see {@link PathPattern}
   * @param reader makes the event
   * @param bodyBytes most bytes of a form with files; 0: as of any other form
   * @param readBytes most bytes of such a form that are read although they are too many
   */
  public record Way<E>(
      String method, String pattern, Route.Reader<E> reader, int bodyBytes, long readBytes) {

    /** A way by GET, and so by HEAD. */
    public static <E> Way<E> get(String pattern, Route.Reader<E> reader) {
      return new Way<>("GET", pattern, reader, 0, 0);
    }

    /** A way by POST. */
    public static <E> Way<E> post(String pattern, Route.Reader<E> reader) {
      return new Way<>("POST", pattern, reader, 0, 0);
    }

    /**
     * A way by POST for a form with files of this many bytes. Of a larger one the handler gets the
     * beginning, with the fields before the files.
     */
    public static <E> Way<E> files(
        String pattern, Route.Reader<E> reader, int bodyBytes, long readBytes) {
      return new Way<>("POST", pattern, reader, bodyBytes, readBytes);
    }
  }

  /**
   * A request.
   *
   * @param stage name of its stage
   * @param ways at least one
   */
  Request(String stage, List<Way<E>> ways) {
    this.stage = stage;
    this.ways = List.copyOf(ways);
    if (ways.isEmpty()) {
      throw new IllegalArgumentException("no route leads to " + stage);
    }
  }

  /** The name of its stage. */
  public final String stage() {
    return stage;
  }

  final List<Way<E>> ways() {
    return ways;
  }

  /** Declares its stage, before the graph starts; gives the routes to it. */
  abstract List<Route> declare(RequestStages stages);
}
