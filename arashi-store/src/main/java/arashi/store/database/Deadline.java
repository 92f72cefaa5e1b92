package arashi.store.database;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import seda.kernel.Clock;

/**
 * The end of a request's reads: after it, nobody waits for the answer. Until then, the server
 * itself ends each statement that takes longer than what is left.
 *
 * <pre>
 *   Deadline.during(clock, nanos, work)   // Transactions.read and snapshot limit their statements
 *                                         // a LateException is a refusal
 * </pre>
 *
 * <p>The limit is part of the statement's text, so it costs no round trip. MariaDB runs the first
 * comment of the prefix below and ignores the second; MySQL does the opposite:
 *
 * <pre>
 *   /*M! SET STATEMENT max_statement_time=2 FOR *&#47; SELECT /*+ MAX_EXECUTION_TIME(2000) *&#47; …
 * </pre>
 *
 * <p>The driver caches prepared statements by their text. So the limit is a power of two between
 * {@link #SHORTEST_MILLIS} and {@link #LONGEST_MILLIS}, rounded up: most statements of a type have
 * the same limit. A statement ends at most as late after the deadline as it began before it.
 *
 * <p>Writes have no limit: their transaction and the locks' time-outs bound them. Reads after the
 * first commit have none either, because what is done is to be acknowledged. Work without a
 * deadline has no limits.
 *
 * <p>Confined to one thread; deadlines may be nested, and the inner one holds. Never blocks.
 */
public final class Deadline {
  /** Shortest limit. A shorter one would end statements that only wait for the server's CPU. */
  static final long SHORTEST_MILLIS = 128;

  /** Longest limit; later deadlines do not limit. */
  static final long LONGEST_MILLIS = 1 << 20;

  /** ER_QUERY_TIMEOUT of MySQL, ER_STATEMENT_TIMEOUT of MariaDB. */
  private static final Set<Integer> CUT = Set.of(3024, 1969);

  private static final String SELECT = "SELECT";
  private static final long NANOS_PER_MILLI = 1_000_000;

  private static final ThreadLocal<Deadline> CURRENT = new ThreadLocal<>();

  private final Deadline outer;
  private final Clock clock;
  private final long nanos;
  private boolean reading;

  private Deadline(Clock clock, long nanos) {
    this.outer = CURRENT.get();
    this.clock = clock;
    this.nanos = nanos;
  }

  /**
   * Work with a deadline.
   *
   * @param <X> its exceptions
   */
  @FunctionalInterface
  public interface Work<X extends Exception> {
    /** Runs the work. */
    void run() throws X;
  }

  /**
   * Runs work, on this thread, whose reads have a deadline. Blocks as the work does.
   *
   * @param nanos clock reading in nanoseconds
   * @throws LateException if a read was late, and the work has not caught that
   */
  public static <X extends Exception> void during(Clock clock, long nanos, Work<X> work) throws X {
    Deadline deadline = new Deadline(clock, nanos);
    CURRENT.set(deadline);
    try {
      work.run();
    } finally {
      deadline.end();
    }
  }

  /** Runs statements of a read. All are limited by the deadline, if this thread has one. */
  static <T> Transactions.Work<T> limiting(Transactions.Work<T> work) {
    Deadline deadline = CURRENT.get();
    if (deadline == null || Commits.anyNow()) {
      return work;
    }
    deadline.requireTime(); // before a connection is taken
    return tx -> {
      deadline.reading = true;
      try {
        return work.on(tx);
      } finally {
        deadline.reading = false;
      }
    };
  }

  /**
   * Returns a statement with its limit, if it is a SELECT of a read with a deadline.
   *
   * @throws LateException if the deadline has passed
   */
  static String limited(String sql) {
    Deadline deadline = CURRENT.get();
    if (deadline == null || !deadline.reading) {
      return sql;
    }
    int select = startOfSelect(sql);
    return select < 0 ? sql : limited(sql, select, deadline.requireTime());
  }

  /** Returns the position of the first SELECT, which parentheses may precede; -1 without one. */
  private static int startOfSelect(String sql) {
    int at = 0;
    while (at < sql.length() && (Character.isWhitespace(sql.charAt(at)) || sql.charAt(at) == '(')) {
      at++;
    }
    return sql.regionMatches(true, at, SELECT, 0, SELECT.length()) ? at : -1;
  }

  private static String limited(String sql, int select, long left) {
    long millis = rounded(left);
    if (millis > LONGEST_MILLIS) {
      return sql;
    }
    int afterSelect = select + SELECT.length();
    return "/*M! SET STATEMENT max_statement_time="
        + millis / 1_000.0
        + " FOR */ "
        + sql.substring(0, afterSelect)
        + " /*+ MAX_EXECUTION_TIME("
        + millis
        + ") */"
        + sql.substring(afterSelect);
  }

  /** Returns the limit in milliseconds for a time in nanoseconds. */
  static long rounded(long left) {
    long millis = Math.max(SHORTEST_MILLIS, (left + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
    long power = Long.highestOneBit(millis);
    return power == millis ? millis : 2 * power;
  }

  /** Returns the time left in nanoseconds, more than 0. */
  private long requireTime() {
    long left = nanos - clock.nanos();
    if (left <= 0) {
      throw LateException.before(Duration.ofNanos(-left));
    }
    return left;
  }

  /** Returns true if the server has ended the statement because of its limit. */
  static boolean hasCut(SQLException e) {
    return CUT.contains(e.getErrorCode());
  }

  private void end() {
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
  }
}
