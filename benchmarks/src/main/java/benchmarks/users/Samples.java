package benchmarks.users;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Every request of a run, in the order in which they ended. For one thread. */
public final class Samples {
  private final List<Request> requests = new ArrayList<>();

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
   * @param endMillis when it ended, since the run began
   * @param millis its response time
   * @param user number of the user
   */
  public record Request(
      int endMillis, double millis, int user, UserRequestType type, Outcome outcome) {}

  void add(long endNanos, long nanos, int user, UserRequestType type, Outcome outcome) {
    requests.add(new Request((int) (endNanos / 1_000_000), nanos / 1e6, user, type, outcome));
  }

  /**
   * Shows those that ended from one time to another, in milliseconds since the run began. Requests
   * without an answer at the end of the run failed after it.
   */
  public void between(double fromMillis, double toMillis, Consumer<Request> visitor) {
    int first = requests.size();
    while (first > 0 && requests.get(first - 1).endMillis() >= fromMillis) {
      first--;
    }
    requests.subList(first, requests.size()).stream()
        .takeWhile(request -> request.endMillis() < toMillis)
        .forEach(visitor);
  }
}
