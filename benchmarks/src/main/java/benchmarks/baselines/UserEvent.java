package benchmarks.baselines;

import arashi.front.MailRequest;

/** An event of a simulated service whose user is known. */
public interface UserEvent {

  /** Returns the number of the user. */
  long user();

  /** Returns the user of an event; events without a user have one each. */
  static long userOf(Object event) {
    if (event instanceof MailRequest request) {
      return request.user().account();
    }
    return event instanceof UserEvent known ? known.user() : System.identityHashCode(event);
  }
}
