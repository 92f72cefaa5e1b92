package benchmarks.baselines;

import java.time.Duration;
import seda.kernel.AdmissionController;
import seda.kernel.EnqueueResult;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;
import seda.kernel.config.AdmissionProvider;
import seda.kernel.config.Section;

/**
 * Controlled delay of a server's queue [1], after the queue management of [2]. Admission refuses
 * nothing; at its turn an event is shed if it waited too long:
 *
 * <pre>
 *   no thread was idle for the last N  ⇒  time-out M         M: delay, N: interval
 *   otherwise                          ⇒  time-out N
 * </pre>
 *
 * <p>Its companion is adaptive LIFO, the pool's order. [1] B. Maurer, Fail at Scale, ACM Queue 13
 * (8), 2015. [2] K. Nichols, V. Jacobson, Controlling Queue Delay, CACM 55 (7), 2012.
 */
public final class CoDelProvider implements AdmissionProvider {
  private static final Duration USUAL_DELAY = Duration.ofMillis(5);
  private static final Duration USUAL_INTERVAL = Duration.ofMillis(100);

  @Override
  public String kind() {
    return "codel";
  }

  @Override
  public Factory read(Section section) {
    long delay = section.duration("delay").orElse(USUAL_DELAY).toNanos();
    long interval = section.duration("interval").orElse(USUAL_INTERVAL).toNanos();
    return graph -> stage -> new CoDel(delay, interval);
  }

  /** The threads' state is that of all their stages, so each stage may have a policy of its own. */
  private static final class CoDel implements AdmissionController<Object> {
    private final long delay;
    private final long interval;
    private volatile long timeout;

    CoDel(long delay, long interval) {
      this.delay = delay;
      this.interval = interval;
      this.timeout = interval;
    }

    @Override
    public EnqueueResult admit(Object event, ServiceClass of, int credits, QueueState queue) {
      boolean standing = !queue.work().idleSince(queue.nanos() - interval);
      timeout = standing ? delay : interval;
      return EnqueueResult.ACCEPTED;
    }

    @Override
    public boolean isTooLate(Object event, ServiceClass of, long sinceArrival, double serviceP90) {
      return sinceArrival > timeout;
    }

    @Override
    public boolean predicts() {
      return true;
    }
  }
}
