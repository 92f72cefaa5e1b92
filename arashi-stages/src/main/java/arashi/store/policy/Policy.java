package arashi.store.policy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What admins have set for the whole service, at one revision.
 *
 * @param revision grows with each change
 * @param classes the highest first
 * @param stages settings of request types; one without any has {@link StageSetting#DEFAULT}
 */
public record Policy(long revision, List<ClassPolicy> classes, Map<String, StageSetting> stages) {

  /** Most classes. */
  public static final int MAX_CLASSES = 8;

  /**
   * A service class.
   *
   * @param name as accounts name it
   * @param priority higher is served first
   * @param guaranteedShare of the service, whatever higher classes do; from 0 to 0.5
   * @param targetMillis 90th percentile of the response time to hold, by request type, as far as it
   *     was set; {@link #NO_TARGET} if there is none
   */
  public record ClassPolicy(
      String name, int priority, double guaranteedShare, Map<String, Integer> targetMillis) {
    /** In place of a target: there is none. */
    public static final int NO_TARGET = 0;

    /**
     * The target of a request type in milliseconds, or {@link #NO_TARGET}.
     *
     * @param otherwise its target if nobody has set one
     */
    public int target(String request, Duration otherwise) {
      return targetMillis.getOrDefault(request, (int) otherwise.toMillis());
    }
  }

  /** How a stage's admission is controlled. */
  public enum Controller {
    /** Admits what can still meet its target. */
    DEADLINE,
    /** The papers' controller: a rate, additively up and multiplicatively down. */
    AIMD,
    /** The papers' other one: the most that may wait, up and down in the same way. */
    THRESHOLD,
    /** Admits what fits the queue. */
    NONE
  }

  /**
   * Settings of a request type.
   *
   * @param controller of its admission
   * @param quality fixed by a person; empty leaves it to the controller
   */
  public record StageSetting(Controller controller, OptionalDouble quality) {
    /** The deadline controller; quality is the controller's. */
    public static final StageSetting DEFAULT =
        new StageSetting(Controller.DEADLINE, OptionalDouble.empty());
  }

  /**
   * What is guaranteed to each class below the highest, for which the kernel has one figure: the
   * largest of theirs.
   */
  public double guaranteedShare() {
    return classes.stream().skip(1).mapToDouble(ClassPolicy::guaranteedShare).max().orElse(0);
  }

  /** The setting of a request type. */
  public StageSetting stage(String request) {
    return stages.getOrDefault(request, StageSetting.DEFAULT);
  }

  /** The class of that name. */
  public Optional<ClassPolicy> serviceClass(String name) {
    return classes.stream().filter(one -> one.name().equals(name)).findFirst();
  }
}
