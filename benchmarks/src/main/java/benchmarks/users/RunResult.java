package benchmarks.users;

import benchmarks.load.ClientLoop;
import java.util.List;

/**
 * The result of a run.
 *
 * @param samples all requests
 * @param classes service class of each user, by number
 * @param seconds how long it ran
 * @param cost of the load itself
 */
public record RunResult(
    Samples samples, List<String> classes, double seconds, ClientLoop.Cost cost) {

  /** Figures from one second to another. */
  public Summary between(double from, double to) {
    return Summary.of(this, from, to, request -> true);
  }

  /** Figures of one class from one second to another. */
  public Summary of(String serviceClass, double from, double to) {
    return Summary.of(this, from, to, request -> classes.get(request.user()).equals(serviceClass));
  }
}
