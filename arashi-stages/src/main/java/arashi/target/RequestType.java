package arashi.target;

import java.time.Duration;

/**
 * A type of request, with its stage, targets and words. The package of a request type declares its
 * own; only the graph lists them all.
 *
 * @param name name of its stage, and key of its target rows
 * @param words its part of the keys of its words, as in {@code busy.WORDS.title}
 * @param target default target for the 90th percentile of the response time
 * @param degradable whether it can degrade under load
 * @param speed speed of the paper's controller on its stage
 */
public record RequestType(
    String name, String words, Duration target, boolean degradable, Speed speed) {

  /** Speed of the paper's rate controller. */
  public enum Speed {
    /** Multiplied by {@code mail.aimd-speed}. */
    CONFIGURED,
    /** As in the paper: a request takes about as long as it did there. */
    PAPER
  }

  /** Checks that the target is in whole milliseconds, as in its rows. */
  public RequestType {
    if (target.toMillis() < 1 || !target.equals(Duration.ofMillis(target.toMillis()))) {
      throw new IllegalArgumentException(
          name + " has a target of " + target + ", must be whole milliseconds, at least 1");
    }
  }

  /** Creates a type without degradation; its words are under its name. */
  public static RequestType of(String name, Duration target) {
    return new RequestType(name, name.replace(' ', '_'), target, false, Speed.CONFIGURED);
  }

  /** Returns the type with degradation under load. */
  public RequestType withDegradation() {
    return new RequestType(name, words, target, true, speed);
  }

  /** Returns the type with the paper's speed of the controller. */
  public RequestType atSpeedOfPaper() {
    return new RequestType(name, words, target, degradable, Speed.PAPER);
  }
}
