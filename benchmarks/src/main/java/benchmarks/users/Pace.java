package benchmarks.users;

import java.time.Duration;

/** When users act: told by users that are ready, and lets them. On the loop's thread. */
interface Pace {

  /** A user has ended an action, and is ready for the next. */
  void ready(Visitor user);

  /** A user was refused, or got no answer, and has to begin anew, after a while. */
  void refused(Visitor user, Duration away);
}
