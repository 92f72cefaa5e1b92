package seda.kernel.runtime;

import seda.kernel.ServiceClass;

/**
 * Chooses the service class that a pool serves next: the highest waiting one, or a lower one that
 * is owed a turn. One per pool; not thread-safe, guarded by the pool's lock.
 *
 * <p>Deficit round robin [Shreedhar 1995] under strict priority. Debts are nanoseconds of
 * thread-time. For a class with guaranteed share s, whose next event takes m:
 *
 * <pre>
 *   a higher class is served for t       debt += s·t, up to 2·m
 *   the class gets its turn              once debt ≥ (1 − s)·m
 *   its turn takes t                     debt −= (1 − s)·t
 *   it is served before lower ones       debt −= (1 − s)·t, down to 0
 * </pre>
 *
 * <p>The turn itself counts towards the share, hence 1 − s. A class accrues debt while its events
 * wait and while admission refuses them, because admission may admit a refused class only if it is
 * owed time. Sets of classes are bit sets by rank.
 */
final class ClassShares {
  static final int NONE = -1;

  /**
   * Time for which a refused class accrues debt, and time constant by which its longest event is
   * forgotten. If each refusal made it forget, the debt of a class with mostly short events would
   * never cover a long one.
   */
  private static final long ASKING_NANOS = 5_000_000_000L;

  /** Bound of a debt in events, so that a returning class does not delay the others for long. */
  private static final double MOST_EVENTS = 2;

  private final double[] debt = new double[ServiceClass.RANKS];
  private final double[] askedShare = new double[ServiceClass.RANKS];
  private final double[] askedNanos = new double[ServiceClass.RANKS];
  private final long[] askedUntil = new long[ServiceClass.RANKS];
  private int asking;

  /**
   * Chooses the class to serve next.
   *
   * @param waiting classes with waiting events
   * @param share guaranteed share by rank
   * @param eventNanos estimated service time of each class's next event, by rank
   * @return a rank, or {@link #NONE} if no class waits
   */
  int choose(int waiting, double[] share, double[] eventNanos) {
    if (waiting == 0) {
      return NONE;
    }
    int highest = highest(waiting);
    for (int rank = highest + 1; waiting >>> rank != 0; rank++) {
      if (contains(waiting, rank) && debt[rank] >= (1 - share[rank]) * eventNanos[rank]) {
        return rank;
      }
    }
    return highest;
  }

  /** Returns the highest class of a non-empty set. */
  static int highest(int classes) {
    return Integer.numberOfTrailingZeros(classes);
  }

  private static boolean contains(int classes, int rank) {
    return (classes >>> rank & 1) != 0;
  }

  /**
   * Charges a turn to the classes.
   *
   * @param waiting classes that waited when {@link #choose} chose
   * @param served chosen class
   * @param share guaranteed share by rank
   * @param nanos estimated time of the events taken
   * @param now clock reading in nanoseconds
   */
  void charge(int waiting, int served, double[] share, double nanos, long now) {
    int highest = highest(waiting);
    for (int rank = highest + 1; (waiting | asking) >>> rank != 0; rank++) {
      if (contains(waiting, rank)) {
        owe(rank, share[rank] * nanos);
      } else if (isAsking(rank, now)) {
        owe(rank, askedShare[rank] * nanos);
      }
    }
    if (served != highest) {
      debt[served] -= nanos;
    } else if (debt[served] > 0) {
      debt[served] = Math.max(0, debt[served] - (1 - share[served]) * nanos);
    }
  }

  private void owe(int rank, double nanos) {
    double most = MOST_EVENTS * askedNanos[rank];
    if (debt[rank] < most || !contains(asking, rank)) {
      debt[rank] += nanos;
    }
  }

  private boolean isAsking(int rank, long now) {
    if (contains(asking, rank) && askedUntil[rank] - now < 0) {
      asking &= ~(1 << rank);
    }
    return contains(asking, rank);
  }

  /**
   * Records that admission refused an event of a class.
   *
   * @param share guaranteed share of the class
   * @param eventNanos estimated service time of the event
   * @param now clock reading in nanoseconds
   */
  void asks(int rank, double share, double eventNanos, long now) {
    asking |= 1 << rank;
    askedShare[rank] = share;
    double passed = Math.max(0, now + ASKING_NANOS - askedUntil[rank]);
    double remembered = ASKING_NANOS / (ASKING_NANOS + passed) * askedNanos[rank];
    askedNanos[rank] = Math.max(eventNanos, remembered);
    askedUntil[rank] = now + ASKING_NANOS;
  }

  /** Returns time that was charged for a turn but not used. */
  void refund(int rank, double nanos) {
    debt[rank] += nanos;
  }

  /** Returns the thread-time owed to a class, in nanoseconds. */
  double debt(int rank) {
    return debt[rank];
  }
}
