package arashi.front.route;

import static seda.kernel.EnqueueResult.ACCEPTED;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.PathPattern;
import arashi.front.RequestProblem;
import arashi.front.session.User;
import arashi.store.blob.Sha256;
import arashi.store.database.Outage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import seda.kernel.EnqueueResult;
import seda.kernel.ServiceClass;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.Targets;
import seda.netio.http.HttpExchange;

/**
 * A route from a method and path to the stage that answers.
 *
 * @param method {@code GET} (which answers HEAD too) or {@code POST}
 * @param pattern the path
 * @param audience clients that may use the route
 * @param session looks up the session; null if the route needs none
 * @param probe asks whether the stage would refuse a request now
 * @param submission enqueues the request on the stage
 * @param refusal answer if the stage refuses
 * @param targets of the stage
 * @param bodyBytes size limit of a form with files; 0: the usual limit
 * @param readBytes bytes of an oversized form that are still read
 */
public record Route(
    String method,
    PathPattern pattern,
    Audience audience,
    Sink<? super SessionLookup> session,
    Probe probe,
    Submission submission,
    Refusal refusal,
    Targets targets,
    int bodyBytes,
    long readBytes) {

  /**
   * A route for signed-in users.
   *
   * @param levels refuse before the stage; empty if its pool has none
   */
  public static <E extends MailRequest> Route ofUsers(
      Request.Way<E> way,
      Audience audience,
      Sink<? super SessionLookup> session,
      Stage<E> stage,
      Optional<UserLevels> levels,
      Refusal refusal) {
    return new Route(
        way.method(),
        PathPattern.of(way.pattern()),
        audience,
        session,
        (likely, token, age) -> {
          EnqueueResult early = levels.map(all -> all.early(likely, token)).orElse(ACCEPTED);
          return early.accepted() ? stage.probe(likely, age) : early;
        },
        (exchange, user, arguments) -> {
          EnqueueResult early = levels.map(all -> all.early(user)).orElse(ACCEPTED);
          return early.accepted()
              ? stage.enqueue(way.reader().read(exchange, user, arguments))
              : early;
        },
        refusal,
        stage.targets(),
        way.bodyBytes(),
        way.readBytes());
  }

  /** A route for everybody; its stage checks the origin of the request itself. */
  public static Route open(
      Request.Way<HttpExchange> way, Stage<HttpExchange> stage, Refusal refusal) {
    return new Route(
        way.method(),
        PathPattern.of(way.pattern()),
        Audience.EVERYBODY,
        null,
        (likely, token, age) -> stage.probe(likely, age),
        (exchange, user, arguments) -> stage.enqueue(way.reader().read(exchange, user, arguments)),
        refusal,
        stage.targets(),
        way.bodyBytes(),
        way.readBytes());
  }

  /** A route for everybody that the processor answers at once, even under overload. */
  public static Route answered(String method, String pattern, Consumer<HttpExchange> answer) {
    return new Route(
        method,
        PathPattern.of(pattern),
        Audience.EVERYBODY,
        null,
        (likely, token, age) -> ACCEPTED,
        (exchange, user, arguments) -> {
          answer.accept(exchange);
          return ACCEPTED;
        },
        (exchange, user, wait, outage) -> {},
        rank -> 0,
        0,
        0);
  }

  /** Clients that may use a route. */
  public enum Audience {
    /** All clients, signed in or not. */
    EVERYBODY,
    /** Signed-in users. */
    USERS,
    /** Signed-in users who may open the console. */
    ADMINS
  }

  /** Makes the event of a stage from a request. */
  @FunctionalInterface
  public interface Reader<E> {
    /** {@code user} is the signed-in user, or null on an open route. */
    E read(HttpExchange exchange, User user, Arguments arguments) throws RequestProblem;
  }

  /** Asks whether a stage would refuse a request before its event exists. */
  @FunctionalInterface
  public interface Probe {
    /**
     * Returns the result that the request would get now.
     *
     * @param likely its likely class
     * @param session hash of its session's token; null if it has none
     * @param sinceArrivalNanos its age
     */
    EnqueueResult ask(ServiceClass likely, Sha256 session, long sinceArrivalNanos);
  }

  /** Enqueues a request on its stage. */
  @FunctionalInterface
  public interface Submission {
    EnqueueResult submit(HttpExchange exchange, User user, Arguments arguments)
        throws RequestProblem;
  }

  /** Answers a request that its stage or the database refused. */
  @FunctionalInterface
  public interface Refusal {
    /**
     * Answers the request.
     *
     * @param user null if unknown
     * @param outage of the database; null if the stage was busy
     */
    void refuse(HttpExchange exchange, User user, Duration retryAfter, Outage outage);
  }

  /**
   * The route of a request, with the variables of its path.
   *
   * @param route the route
   * @param variables values of the path's variables
   */
  public record Match(Route route, List<String> variables) {}

  boolean takes(String requestMethod) {
    return method.equals(requestMethod) || (method.equals("GET") && requestMethod.equals("HEAD"));
  }
}
