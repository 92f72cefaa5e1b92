package arashi.front.route;

import arashi.front.MailRequest;
import arashi.target.RequestType;
import java.util.List;
import java.util.Optional;
import seda.kernel.Stage;
import seda.kernel.ThreadDomain;

/**
 * A request of a signed-in user. Its stage runs on the mail-store pool, or in a {@link Room} of its
 * own, under the targets of its type. A request has the class of its user. A refusal gets a busy
 * page that keeps the typed text.
 *
 * @param <E> the requests
 */
public abstract non-sealed class UserRequest<E extends MailRequest> extends Request<E> {
  private final RequestType type;
  private final RequestHandler<E> handler;
  private final Optional<Room> room;

  /**
   * Queue and domain of a stage outside the mail-store pool.
   *
   * @param queueCapacity requests that may wait
   * @param domain runs the stage
   */
  public record Room(int queueCapacity, ThreadDomain domain) {}

  /**
   * Creates a descriptor.
   *
   * @param handler answers; has the words of the busy page
   * @param ways at least one
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // copied
  protected UserRequest(RequestType type, RequestHandler<E> handler, Way<E>... ways) {
    this(type, Optional.empty(), handler, List.of(ways));
  }

  /**
   * Creates a descriptor of a stage with a room of its own.
   *
   * @param handler answers; has the words of the busy page
   */
  protected UserRequest(RequestType type, Room room, RequestHandler<E> handler, Way<E> way) {
    this(type, Optional.of(room), handler, List.of(way));
  }

  private UserRequest(
      RequestType type, Optional<Room> room, RequestHandler<E> handler, List<Way<E>> ways) {
    super(type.name(), ways);
    this.type = type;
    this.room = room;
    this.handler = handler;
  }

  @Override
  final List<Route> declare(RequestStages stages) {
    Room its = room.orElseGet(stages::storeRoom);
    Stage<E> stage = stages.ofUsers(stage(), its, handler);
    Optional<UserLevels> levels = stages.levels(its.domain());
    stages.control().add(type, stage, levels.flatMap(UserLevels::levels));
    return stages.routes(ways(), stage, levels, handler.busyWords());
  }

  @Override
  final List<Route> direct(DirectRoutes routes) {
    return routes.ofUsers(ways(), handler);
  }
}
