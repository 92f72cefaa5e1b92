package arashi.target;

import java.time.Duration;

/**
 * What people can ask for, as its stage, its targets and its words know it. The package of a
 * request type declares its own; nothing lists them all but the graph.
 *
 * @param name of its stage, and key of its rows among the targets
 * @param words its part of the keys of its words, as in {@code busy.WORDS.title}
 * @param target 90th percentile of the response time to hold, unless an admin sets another
 * @param degradable whether it can do less under load
 * @param speed how fast the paper's controller works on its stage
 */
public record RequestType(
    String name, String words, Duration target, boolean degradable, Speed speed) {

  /** How fast the paper's rate controller works. */
  public enum Speed {
    /** As many times as fast as the paper's as {@code mail.aimd-speed} says. */
    CONFIGURED,
    /** As in the paper: a request takes about as long as one did there. */
    PAPER
  }

  /** Checks that the target is whole milliseconds, of which rows are made. */
  public RequestType {
    if (target.toMillis() < 1 || !target.equals(Duration.ofMillis(target.toMillis()))) {
      throw new IllegalArgumentException(name + " has a target of " + target);
    }
  }

  /** A type that does all or nothing; its words are under its name. */
  public static RequestType of(String name, Duration target) {
    return new RequestType(name, name.replace(' ', '_'), target, false, Speed.CONFIGURED);
  }

  /** The same, but it can do less under load. */
  public RequestType withDegradation() {
    return new RequestType(name, words, target, true, speed);
  }

  /** The same, but the paper's controller works on it as in the paper. */
  public RequestType atSpeedOfPaper() {
    return new RequestType(name, words, target, degradable, Speed.PAPER);
  }
}
