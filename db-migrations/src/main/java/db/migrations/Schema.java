package db.migrations;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.output.MigrateResult;

/**
 * Brings a database's tables to the version that this build of the service needs.
 *
 * <pre>
 *   server's version ─► lock ─► what a kill left of Flyway's own table ─► Flyway ─► {@link ResumableScript}
 * </pre>
 *
 * <p>All of it runs on one connection, which holds the lock.
 */
public final class Schema {

  private Schema() {}

  /**
   * Applies the migrations that the database lacks; changes nothing when it lacks none. A migration
   * that a killed process began is completed. Safe to call from several processes at once: one
   * migrates, the others wait for it. Blocks until then. An interrupt ends the wait, but not a
   * migration that has begun.
   *
   * @return the version that the schema has now
   * @throws SchemaException if the server or the database is not one that this build can work with,
   *     or if a migration fails; the next call goes on where that stopped
   */
  public static String migrate(DataSource database) {
    return migrate(database, "latest", "classpath:db/migration");
  }

  /** The same, for tests, up to a version, and with further scripts. */
  static String migrate(DataSource database, String target, String... locations) {
    try (Connection connection = database.getConnection()) {
      ServerVersion.of(connection).requireSupported();
      if (connection.getCatalog() == null || connection.getCatalog().isEmpty()) {
        throw new SchemaException(
            "mysql.url names no database: it must have the form jdbc:mysql://host:port/database");
      }
      SchemaLock lock = SchemaLock.take(connection);
      try {
        return migrate(connection, target, locations);
      } finally {
        lock.release();
      }
    } catch (SQLException e) {
      throw ServerErrors.explain(e, "the tables of the database can't be migrated");
    }
  }

  private static String migrate(Connection locked, String target, String... locations)
      throws SQLException {
    ResumableScripts scripts = new ResumableScripts();
    Flyway flyway =
        Flyway.configure(Schema.class.getClassLoader())
            .loggers(FlywayLog.class.getName())
            .locations(locations)
            .target(target)
            .resolvers(scripts)
            .skipDefaultResolvers(true)
            .dataSource(new OneConnection(locked))
            .cleanDisabled(true)
            .createSchemas(false) // the URL names one that is there
            .ignoreMigrationPatterns(new String[0]) // else a newer schema is let pass
            .load();
    SchemaHistory history = new SchemaHistory(locked);
    history.completeTable();
    String version;
    try {
      version = migrate(flyway);
    } catch (FlywayException e) {
      if (!history.forgetFailures(scripts.found())) {
        throw history.explain(e, scripts.found());
      }
      version = migrateAgain(flyway);
    }
    history.requireNothingBegunAfter(version);
    return version;
  }

  private static String migrate(Flyway flyway) {
    MigrateResult result = flyway.migrate();
    return result.targetSchemaVersion == null
        ? result.initialSchemaVersion
        : result.targetSchemaVersion;
  }

  private static String migrateAgain(Flyway flyway) {
    try {
      return migrate(flyway);
    } catch (FlywayException e) {
      throw ServerErrors.explain(e, "the tables of the database can't be migrated");
    }
  }
}
