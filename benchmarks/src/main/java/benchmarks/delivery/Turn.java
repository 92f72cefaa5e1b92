package benchmarks.delivery;

import java.time.Duration;

/**
 * What one server did with the mails of one turn.
 *
 * @param mails how many
 * @param bytes of all
 * @param took until the last was acknowledged
 * @param worked until it had nothing more to do, to half a second
 * @param cpu of all its processes, until it had nothing more to do
 */
record Turn(int mails, long bytes, Duration took, Duration worked, Duration cpu) {
  double perSecond() {
    return mails * 1e9 / took.toNanos();
  }

  /** With all work that the mails have made. */
  double perSecondOfWork() {
    return mails * 1e9 / worked.toNanos();
  }

  double cpuMillisEach() {
    return cpu.toNanos() / 1e6 / mails;
  }
}
