package benchmarks.simulation;

import benchmarks.users.UserRequestType;
import java.util.List;

/**
 * A request type of the mix: mean service time at full quality, and its share of the requests.
 * Service times are uniform from half to one and a half of their mean.
 */
record MailType(UserRequestType type, double meanMicros, double share, boolean degradable) {
  /** Service times as measured on the store's threads, shares of the papers' users. */
  static final List<MailType> MIX =
      List.of(
          new MailType(UserRequestType.LIST_FOLDERS, 250, 0.05, false),
          new MailType(UserRequestType.LIST_MESSAGES, 450, 0.36, true),
          new MailType(UserRequestType.SHOW_MESSAGE, 600, 0.47, true),
          new MailType(UserRequestType.DELETE, 900, 0.05, false),
          new MailType(UserRequestType.REFILE, 900, 0.03, false),
          new MailType(UserRequestType.FLAG, 700, 0.03, false),
          new MailType(UserRequestType.SEARCH, 800, 0.01, true));

  /** Name of its stage. */
  String name() {
    return type.title();
  }

  /** Requests per second that the threads can serve at full quality. */
  static double capacity(int threads) {
    return threads * 1e6 / MIX.stream().mapToDouble(t -> t.meanMicros * t.share).sum();
  }
}
