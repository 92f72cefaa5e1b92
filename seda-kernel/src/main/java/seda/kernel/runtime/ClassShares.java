package seda.kernel.runtime;

import seda.kernel.ServiceClass;

/**
 * Decides which service class a pool serves next: the highest that waits, or a lower one that is
 * owed a turn. A pool keeps one; not thread-safe, guarded by the pool's lock.
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
 * The turn itself counts towards the share, hence 1 − s. A class is owed time while its events
 * wait, and while admission refuses them: admission may admit a refused class only because it is
 * owed time. Sets of classes are bits by rank.
 */
final class ClassShares {
  /** No class. */
  static final int NONE = -1;

  /** How long a class asks to be served after a refusal. */
  private static final long ASKING_NANOS = 5_000_000_000L;

  /**
   * A debt is bounded by this many events, so that a class that returns does not delay the others
   * for long.
   */
  private static final double MOST_EVENTS = 2;

  /** The part of the longest event's time that is kept from one refusal to the next. */
  private static final double REMEMBERED = 0.9;

  private final double[] debt = new double[ServiceClass.RANKS];
  private final double[] askedShare = new double[ServiceClass.RANKS];
  private final double[] askedNanos = new double[ServiceClass.RANKS];
  private final long[] askedUntil = new long[ServiceClass.RANKS];
  private int asking;

  /**
   * The class to serve next.
   *
   * @param waiting the classes with waiting events
   * @param share guaranteed share by rank
   * @param eventNanos by rank, the estimated service time of the class's next event
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

  /** The highest class of a set that is not empty. */
  static int highest(int classes) {
    return Integer.numberOfTrailingZeros(classes);
  }

  private static boolean contains(int classes, int rank) {
    return (classes >>> rank & 1) != 0;
  }

  /**
   * Charges a turn to the classes.
   *
   * @param waiting the classes that waited when {@link #choose} chose
   * @param served the class it chose
   * @param share guaranteed share by rank
   * @param nanos the estimated time of the events taken
   * @param now in nanoseconds
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
   * Admission refused an event of a class.
   *
   * @param share guaranteed to the class
   * @param eventNanos the estimated service time of the event
   * @param now in nanoseconds
   */
  void asks(int rank, double share, double eventNanos, long now) {
    asking |= 1 << rank;
    askedShare[rank] = share;
    askedNanos[rank] = Math.max(eventNanos, REMEMBERED * askedNanos[rank]);
    askedUntil[rank] = now + ASKING_NANOS;
  }

  /** Gives back time that was charged for a turn and not used. */
  void refund(int rank, double nanos) {
    debt[rank] += nanos;
  }

  /** Thread-time in nanoseconds that a class is owed. */
  double debt(int rank) {
    return debt[rank];
  }
}
