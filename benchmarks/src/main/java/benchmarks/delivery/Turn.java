package benchmarks.delivery;

import java.time.Duration;

/**
 * What one server did with the mails of one turn.
 *
 * @param mails how many
 * @param bytes of all
 * @param took until the last was acknowledged
 * @param cpu of all its processes, until it had nothing more to do
 */
record Turn(int mails, long bytes, Duration took, Duration cpu) {
  double perSecond() {
    return mails * 1e9 / took.toNanos();
  }

  double cpuMillisEach() {
    return cpu.toNanos() / 1e6 / mails;
  }
}
