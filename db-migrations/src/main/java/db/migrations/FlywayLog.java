package db.migrations;

import org.flywaydb.core.api.logging.Log;
import org.flywaydb.core.api.logging.LogCreator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Routes Flyway's messages to this service's log. Its warnings are for the operator. Its errors are
 * not: each comes with an exception that {@link Schema} explains, and they recommend restoring a
 * backup, which is never needed.
 */
public final class FlywayLog implements LogCreator, Log {
  /**
   * Of a server that is newer than Flyway's own tests. Operators can do nothing about it, and of
   * Flyway only its order of scripts is used: {@link ResumableScript} runs the statements, and
   * {@link ServerVersion} names the servers that Arashi supports.
   */
  static final String NEWER = " which is newer than the version Flyway has been verified with";

  private static final Logger log = LoggerFactory.getLogger(FlywayLog.class);

  /** Called by Flyway by class name. */
  public FlywayLog() {}

  @Override
  public Log createLogger(Class<?> source) {
    return this;
  }

  @Override
  public void debug(String message) {
    log.trace("{}", message);
  }

  @Override
  public void info(String message) {
    log.debug("{}", message);
  }

  @Override
  public void warn(String message) {
    if (message.contains(NEWER)) {
      log.debug("{}", message);
      return;
    }
    log.warn("Flyway, which migrates the tables of the database, warns: {}", message);
  }

  @Override
  public void error(String message) {
    log.debug("{}", message);
  }

  @Override
  public void error(String message, Exception failure) {
    log.debug("{}", message, failure);
  }

  @Override
  public void notice(String message) {
    log.debug("{}", message);
  }
}
