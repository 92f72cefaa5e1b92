package arashi.deploy.service;

import arashi.deploy.config.CommandException;
import arashi.store.database.Outage;
import db.migrations.Database;
import java.io.EOFException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Clock;

/**
 * The wait of a start for a database server that is not up yet, as after a reboot of both machines.
 * Only failures that may heal by themselves are waited for: no server at the address, no answer, no
 * free connection. A refused login or refused TLS stays refused, so the start fails at once.
 */
final class DatabaseWait {
  private static final Logger log = LoggerFactory.getLogger(DatabaseWait.class);

  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);

  /** ER_UNKNOWN_COM_ERROR: a node of Galera that is not ready yet. */
  private static final int NOT_PREPARED = 1047;

  private final Database database;
  private final Duration most;
  private final Runnable checkpoint;
  private final Clock clock;

  /**
   * Prepares the wait.
   *
   * @param most the longest wait; zero for a single try
   * @param checkpoint called often; its exception ends the wait
   */
  DatabaseWait(Database database, Duration most, Runnable checkpoint, Clock clock) {
    this.database = database;
    this.most = most;
    this.checkpoint = checkpoint;
    this.clock = clock;
  }

  /**
   * Blocks until the server answers a statement. Logs what it waits for, and for how long.
   *
   * @throws CommandException if the failure cannot heal, or the time is over
   */
  void await() {
    long begin = clock.nanos();
    long told = Long.MIN_VALUE;
    SQLException failure = failure();
    while (failure != null) {
      Duration waited = Duration.ofNanos(clock.nanos() - begin);
      if (!mayHeal(failure)) {
        throw refused(failure, "");
      }
      if (waited.compareTo(most) >= 0) {
        throw refused(failure, most.isZero() ? "" : words(waited) + " (mysql.start-timeout)");
      }
      if (told == Long.MIN_VALUE || clock.nanos() - told >= BETWEEN_LINES.toNanos()) {
        told = clock.nanos();
        log.info(
            "waiting for the database at {}, {} of at most {} s: {}",
            database.server(),
            waited.toSeconds() + " s",
            most.toSeconds(),
            database.explain(failure).getMessage());
      }
      pause();
      failure = failure();
    }
  }

  private static String words(Duration waited) {
    return " after " + waited.toSeconds() + " s";
  }

  private CommandException refused(SQLException failure, String when) {
    Outage outage = mayHeal(failure) ? Outage.of(failure) : null;
    String message =
        outage == null
            ? database.explain(failure).getMessage()
            : database.explain(failure, outage.sentence() + when + ":").getMessage();
    return new CommandException(message, failure);
  }

  /** Returns why the server does not answer, or null if it does. */
  private SQLException failure() {
    try {
      database.ping(CONNECT);
      return null;
    } catch (SQLException e) {
      return e;
    }
  }

  private void pause() {
    long end = clock.nanos() + BETWEEN_TRIES.toNanos();
    do {
      checkpoint.run();
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
    } while (clock.nanos() - end < 0);
  }

  /** True if the server may answer later without any change of the settings. */
  static boolean mayHeal(SQLException failure) {
    boolean network = false;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SSLException) {
        return false;
      }
      network |=
          cause instanceof SocketException
              || cause instanceof SocketTimeoutException
              || cause instanceof UnknownHostException
              || cause instanceof EOFException
              || (cause instanceof SQLException sql && sql.getErrorCode() == NOT_PREPARED);
    }
    return network || Outage.of(failure) == Outage.TOO_MANY_CONNECTIONS;
  }
}
