package arashi.front;

import arashi.store.database.Outage;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import seda.kernel.EnqueueResult;
import seda.kernel.ServiceClass;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.Targets;
import seda.netio.http.HttpExchange;

/**
 * The way from a method and path to the stage that answers it.
 *
 * @param method {@code GET} (which answers HEAD too) or {@code POST}
 * @param pattern the path
 * @param audience for whom it is there
 * @param session looks up whose session it is; null if it is open to everybody
 * @param probe asks its stage whether it would refuse a request of a class now
 * @param submission enqueues the request on its stage
 * @param refusal answers if the stage refuses
 * @param targets of its stage
 * @param bodyBytes most bytes of a form with files; 0: as of any other form
 * @param readBytes most bytes of such a form that are read although they are too many
 */
public record Route(
    String method,
    PathPattern pattern,
    Audience audience,
    Sink<? super SessionLookup> session,
    Function<ServiceClass, EnqueueResult> probe,
    Submission submission,
    Refusal refusal,
    Targets targets,
    int bodyBytes,
    long readBytes) {

  /** A route for signed-in users. */
  public static <E extends MailRequest> Route ofUsers(
      Request.Way<E> way,
      Audience audience,
      Sink<? super SessionLookup> session,
      Stage<E> stage,
      Refusal refusal) {
    return new Route(
        way.method(),
        PathPattern.of(way.pattern()),
        audience,
        session,
        stage::probe,
        (exchange, user, arguments) -> stage.enqueue(way.reader().read(exchange, user, arguments)),
        refusal,
        stage.targets(),
        way.bodyBytes(),
        way.readBytes());
  }

  /** A route for everybody; its stage checks for itself where the request comes from. */
  public static Route open(
      Request.Way<HttpExchange> way, Stage<HttpExchange> stage, Refusal refusal) {
    return new Route(
        way.method(),
        PathPattern.of(way.pattern()),
        Audience.EVERYBODY,
        null,
        stage::probe,
        (exchange, user, arguments) -> stage.enqueue(way.reader().read(exchange, user, arguments)),
        refusal,
        stage.targets(),
        way.bodyBytes(),
        way.readBytes());
  }

  /** A route for everybody that is answered at once, on the processor: whatever is busy. */
  public static Route answered(String method, String pattern, Consumer<HttpExchange> answer) {
    return new Route(
        method,
        PathPattern.of(pattern),
        Audience.EVERYBODY,
        null,
        serviceClass -> EnqueueResult.ACCEPTED,
        (exchange, user, arguments) -> {
          answer.accept(exchange);
          return EnqueueResult.ACCEPTED;
        },
        (exchange, user, wait, outage) -> {},
        rank -> 0,
        0,
        0);
  }

  /** For whom a route is there. */
  public enum Audience {
    /** Also those who are not signed in. */
    EVERYBODY,
    /** Who is signed in. */
    USERS,
    /** Who is signed in and may open the console. */
    ADMINS
  }

  /** Makes the event of a stage from a request. */
  @FunctionalInterface
  public interface Reader<E> {
    /** {@code user} is signed in. */
    E read(HttpExchange exchange, User user, Arguments arguments) throws RequestProblem;
  }

  /** Enqueues a request on its stage. */
  @FunctionalInterface
  public interface Submission {
    EnqueueResult submit(HttpExchange exchange, User user, Arguments arguments)
        throws RequestProblem;
  }

  /** Answers a request that its stage refused, or that the database could not serve. */
  @FunctionalInterface
  public interface Refusal {
    /**
     * Answers it.
     *
     * @param user null if the user is not known
     * @param outage of the database; null if the stage was busy
     */
    void refuse(HttpExchange exchange, User user, Duration retryAfter, Outage outage);
  }

  /**
   * A request's route, and what its path says.
   *
   * @param route the route
   * @param variables values of the path's variables
   */
  public record Match(Route route, List<String> variables) {}

  boolean takes(String requestMethod) {
    return method.equals(requestMethod) || (method.equals("GET") && requestMethod.equals("HEAD"));
  }
}
