package benchmarks.users;

import java.util.List;

/**
 * The result of a run.
 *
 * @param requests in the order of their ends; the end of the run fails unanswered ones after it
 * @param users the group of each user, by number
 * @param seconds duration of the run
 * @param cost cost of the load generator
 */
public record RunResult(Requests requests, List<Crowd.Group> users, double seconds, LoadCost cost) {

  /** How a request ended. */
  public enum Outcome {
    OK,
    /** Answered with 503. */
    REFUSED,
    /** Not answered, or with an error. */
    FAILED
  }

  /** Figures from one second to another. */
  public Summary between(double from, double to) {
    return summary(null, from, to);
  }

  /** Figures of one class from one second to another. */
  public Summary of(String serviceClass, double from, double to) {
    return summary(serviceClass, from, to);
  }

  private Summary summary(String serviceClass, double from, double to) {
    return new Summary(
        new Summary.Selection(this, serviceClass, null, from, Math.min(to, seconds)));
  }

  /** Figures after the first second, in which all users sign in. */
  public Summary steady() {
    return between(1, seconds);
  }

  /** 90th percentile of the response time in each second. */
  public List<Double> p90s() {
    return between(0, seconds).windows(1);
  }

  /** The service classes of the users, in alphabetical order. */
  public List<String> classes() {
    return users.stream().map(Crowd.Group::serviceClass).distinct().sorted().toList();
  }
}
