package arashi.store.policy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The settings of the whole service at one revision.
 *
 * @param revision grows with each change
 * @param classes the highest first
 * @param stages settings by request type; others have {@link StageSetting#DEFAULT}
 */
public record Policy(long revision, List<ClassPolicy> classes, Map<String, StageSetting> stages) {

  /** Maximum classes. */
  public static final int MAX_CLASSES = 8;

  /**
   * A service class.
   *
   * @param name name, as accounts refer to it
   * @param priority higher is served first
   * @param guaranteedShare share of service regardless of the load of higher classes; from 0 to 0.5
   * @param targetMillis target for the 90th percentile of the response time, by request type, where
   *     set; {@link #NO_TARGET} for none
   */
  public record ClassPolicy(
      String name, int priority, double guaranteedShare, Map<String, Integer> targetMillis) {
    /** Stands for the absence of a target. */
    public static final int NO_TARGET = 0;

    /**
     * Returns the target of a request type in milliseconds, or {@link #NO_TARGET}.
     *
     * @param otherwise default target, used if none is set
     */
    public int target(String request, Duration otherwise) {
      return targetMillis.getOrDefault(request, (int) otherwise.toMillis());
    }
  }

  /** Kind of a stage's admission controller. */
  public enum Controller {
    /** Admits events that can still meet their target. */
    DEADLINE,
    /** The papers' rate controller: additive increase, multiplicative decrease. */
    AIMD,
    /** The papers' threshold controller: adapts the maximum queue length in the same way. */
    THRESHOLD,
    /** Admits all events that fit the queue. */
    NONE
  }

  /**
   * Settings of a request type.
   *
   * @param controller admission controller
   * @param quality fixed quality; empty if the controller adapts it
   */
  public record StageSetting(Controller controller, OptionalDouble quality) {
    /** The deadline controller with adaptive quality. */
    public static final StageSetting DEFAULT =
        new StageSetting(Controller.DEADLINE, OptionalDouble.empty());
  }

  /**
   * Returns the guaranteed share of each class below the highest. The kernel has one figure for all
   * of them, so this is the maximum.
   */
  public double guaranteedShare() {
    return classes.stream().skip(1).mapToDouble(ClassPolicy::guaranteedShare).max().orElse(0);
  }

  /** Returns the setting of a request type. */
  public StageSetting stage(String request) {
    return stages.getOrDefault(request, StageSetting.DEFAULT);
  }

  /** Returns the class with this name. */
  public Optional<ClassPolicy> serviceClass(String name) {
    return classes.stream().filter(one -> one.name().equals(name)).findFirst();
  }
}
