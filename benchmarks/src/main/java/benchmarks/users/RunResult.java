package benchmarks.users;

import benchmarks.load.ClientLoop;
import java.util.List;
import java.util.function.Predicate;

/**
 * The result of a run.
 *
 * @param requests in the order of their ends; the end of the run fails unanswered ones after it
 * @param classes service class of each user, by number
 * @param seconds duration of the run
 * @param cost cost of the load generator
 */
public record RunResult(
    List<Request> requests, List<String> classes, double seconds, ClientLoop.Cost cost) {

  /** How a request ended. */
  public enum Outcome {
    OK,
    /** Answered with 503. */
    REFUSED,
    /** Not answered, or with an error. */
    FAILED
  }

  /**
   * One request.
   *
   * @param endMillis end, since the start of the run
   * @param millis response time
   * @param user number of the user
   */
  public record Request(
      int endMillis, double millis, int user, UserRequestType type, Outcome outcome) {}

  /** Figures from one second to another. */
  public Summary between(double from, double to) {
    return summary(from, to, request -> true);
  }

  /** Figures of one class from one second to another. */
  public Summary of(String serviceClass, double from, double to) {
    return summary(from, to, request -> classes.get(request.user()).equals(serviceClass));
  }

  /** Figures after the first second, in which all users sign in. */
  public Summary steady() {
    return between(1, seconds);
  }

  /** 90th percentile of the response time in each second. */
  public List<Double> p90s() {
    return between(0, seconds).windows(1);
  }

  private Summary summary(double from, double to, Predicate<Request> filter) {
    double end = Math.min(to, seconds);
    int first = requests.size();
    while (first > 0 && requests.get(first - 1).endMillis() >= from * 1e3) {
      first--;
    }
    List<Request> begun =
        requests.subList(first, requests.size()).stream()
            .filter(request -> request.endMillis() - request.millis() < end * 1e3)
            .filter(filter)
            .toList();
    return new Summary(from, end, begun);
  }
}
