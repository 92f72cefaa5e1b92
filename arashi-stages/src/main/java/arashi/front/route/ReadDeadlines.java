package arashi.front.route;

import arashi.front.MailRequest;
import arashi.store.database.Deadline;
import seda.kernel.Clock;
import seda.kernel.Targets;

/**
 * Runs each request whose turn has come within its {@link Deadline}. A type without a target
 * promises nothing, so it has no deadline; the connection's time-out ends its statements.
 * Thread-safe.
 */
final class ReadDeadlines {
  private final ReadLimits limits;
  private final Classes classes;
  private final Clock clock;

  ReadDeadlines(ReadLimits limits, Classes classes, Clock clock) {
    this.limits = limits;
    this.classes = classes;
    this.clock = clock;
  }

  /**
   * Runs the work of a request on this thread. Blocks as the work does.
   *
   * @param targets targets of the request's stage
   */
  void run(MailRequest request, Targets targets, RequestWork.Work work) throws Exception {
    long target = targets.nanos(classes.of(request.user()).rank());
    if (target == 0) {
      RequestWork.run(request.exchange(), work);
      return;
    }
    long end = limits.end(request.exchange().arrivedNanos(), clock.nanos(), target);
    Deadline.during(clock, end, () -> RequestWork.run(request.exchange(), work));
  }
}
