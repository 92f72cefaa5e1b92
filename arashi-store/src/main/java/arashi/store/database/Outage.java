package arashi.store.database;

import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.util.Locale;
import java.util.Set;

/**
 * Reason why the database is unavailable or refuses writes. Operators read the sentence in the log,
 * on {@code /readyz} and in the last line of a command.
 *
 * <p>Error codes are those of MySQL 8.0 to 9.x and MariaDB 11.4, which agree on all numbers used
 * here: MySQL Server Error Message Reference; MariaDB Error Codes; {@code mysys_err.h} for those
 * below 1000.
 */
public enum Outage {
  /** Connecting fails, or connections break. */
  UNREACHABLE("the database cannot be reached", true),
  /** Connections are silent: the server, its machine or the network is frozen. */
  NOT_ANSWERING("the database does not answer", true),
  /** The server exited because its disk is full: MariaDB aborts where it can't roll back. */
  ENDED_ON_FULL_DISK("the database's disk is full", true),
  /** The server has no free connection for this service. */
  TOO_MANY_CONNECTIONS("the database takes no more connections", true),
  /** The server refuses writes: a replica, a demoted primary, or set by an administrator. */
  READ_ONLY("the database is read-only", false),
  /** The server has no space left for data. */
  DISK_FULL("the database's disk is full", false),
  /** Reads succeed, but writes wait for a backup's lock or for log space. */
  WRITES_STALLED("the database does not complete writes", false);

  private static final String CONNECTION_CLASS = "08";
  private static final String TOO_MANY_STATE = "08004";
  private static final String NO_SPACE = "28"; // ENOSPC
  private static final String NO_QUOTA = "122"; // EDQUOT

  /** ER_CON_COUNT_ERROR, ER_TOO_MANY_USER_CONNECTIONS, ER_USER_LIMIT_REACHED. */
  private static final Set<Integer> TOO_MANY = Set.of(1040, 1203, 1226);

  /**
   * ER_OPEN_AS_READONLY, ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION, ER_READ_ONLY_MODE,
   * ER_INNODB_READ_ONLY.
   */
  private static final Set<Integer> READ_ONLY_MODE = Set.of(1036, 1792, 1836, 1874);

  /** {@code secure_file_priv} and other options share the code, so the message decides. */
  private static final int OPTION_PREVENTS_STATEMENT = 1290;

  /** EE_DISK_FULL, ER_DISK_FULL, ER_RECORD_FILE_FULL. */
  private static final Set<Integer> FULL = Set.of(20, 1021, 1114);

  /** EE_WRITE, ER_ERROR_ON_WRITE, ER_GET_ERRNO: the message contains the system's error number. */
  private static final Set<Integer> WITH_SYSTEM_ERROR = Set.of(3, 1026, 1030);

  /**
   * ER_UNKNOWN_COM_ERROR (of a Galera node that left its cluster), ER_SERVER_SHUTDOWN,
   * ER_NET_READ_ERROR, ER_NET_READ_INTERRUPTED, ER_NET_ERROR_ON_WRITE, ER_NET_WRITE_INTERRUPTED,
   * ER_NEW_ABORTING_CONNECTION, ER_QUERY_INTERRUPTED (of a connection killed by MySQL),
   * ER_CONNECTION_KILLED of MariaDB, CR_SERVER_GONE_ERROR, CR_SERVER_LOST, ER_SESSION_WAS_KILLED
   * and ER_CLIENT_INTERACTION_TIMEOUT of MySQL.
   */
  private static final Set<Integer> LOST =
      Set.of(1047, 1053, 1158, 1159, 1160, 1161, 1184, 1317, 1927, 2006, 2013, 3169, 4031);

  /** ER_NET_PACKET_TOO_LARGE breaks the connection, but the statement is at fault. */
  private static final int PACKET_TOO_LARGE = 1153;

  /** Bound on the cause chain, which may be cyclic. */
  private static final int MOST_CAUSES = 20;

  private final String sentence;
  private final boolean stopsReads;

  Outage(String sentence, boolean stopsReads) {
    this.sentence = sentence;
    this.stopsReads = stopsReads;
  }

  /** Returns the reason as a clause: {@code the database is read-only}. */
  public String sentence() {
    return sentence;
  }

  /** Returns true if reads fail, too. */
  public boolean stopsReads() {
    return stopsReads;
  }

  /** Returns the name for logs and metric labels, like {@code read-only}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns the outage that a failure indicates, or null if it indicates none. Also examines the
   * causes, because a pool reports a time-out with the driver's exception as its cause.
   */
  public static Outage of(Throwable failure) {
    Outage general = null;
    Throwable e = failure;
    for (int depth = 0; e != null && depth < MOST_CAUSES; depth++, e = e.getCause()) {
      Outage one = ofOne(e);
      if (one != null && one != UNREACHABLE) {
        return one;
      }
      general = general == null ? one : general;
    }
    return general;
  }

  private static Outage ofOne(Throwable e) {
    if (e instanceof SocketTimeoutException timeout) {
      return isConnectTimeout(timeout) ? UNREACHABLE : NOT_ANSWERING;
    }
    return e instanceof SQLException sql ? ofCode(sql) : null;
  }

  private static boolean isConnectTimeout(SocketTimeoutException e) {
    return String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).startsWith("connect");
  }

  private static Outage ofCode(SQLException e) {
    int code = e.getErrorCode();
    String message = String.valueOf(e.getMessage());
    String state = String.valueOf(e.getSQLState());
    if (TOO_MANY.contains(code) || state.equals(TOO_MANY_STATE)) {
      return TOO_MANY_CONNECTIONS;
    }
    if (READ_ONLY_MODE.contains(code)
        || (code == OPTION_PREVENTS_STATEMENT && message.matches("(?s).*read[-_]only.*"))) {
      return READ_ONLY;
    }
    if (FULL.contains(code) || (WITH_SYSTEM_ERROR.contains(code) && saysNoSpace(message))) {
      return DISK_FULL;
    }
    boolean lost = code != PACKET_TOO_LARGE && isLost(e, code, state);
    return lost ? UNREACHABLE : null;
  }

  private static boolean isLost(SQLException e, int code, String state) {
    return LOST.contains(code)
        || state.startsWith(CONNECTION_CLASS)
        || e instanceof SQLRecoverableException
        || e instanceof SQLNonTransientConnectionException;
  }

  /**
   * Matches, for example, {@code Error writing file './a' (errno: 28 "No space left on device")}.
   */
  private static boolean saysNoSpace(String message) {
    return message.matches("(?si).*\\b(errno:?|error) (" + NO_SPACE + "|" + NO_QUOTA + ")\\b.*");
  }
}
