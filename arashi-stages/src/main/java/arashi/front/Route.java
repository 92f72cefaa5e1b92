package arashi.front;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import seda.kernel.EnqueueResult;
import seda.kernel.ServiceClass;
import seda.kernel.Sink;
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
 */
public record Route(
    String method,
    PathPattern pattern,
    Audience audience,
    Sink<? super SessionLookup> session,
    Function<ServiceClass, EnqueueResult> probe,
    Submission submission,
    Refusal refusal) {

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

  /** Answers a request that its stage refused. */
  @FunctionalInterface
  public interface Refusal {
    /** {@code user} is null if it is not known who asks. */
    void refuse(HttpExchange exchange, User user, Duration retryAfter);
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
