package db.migrations;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.output.MigrateResult;

/**
 * Migrates a database's tables to the version that this build needs.
 *
 * <pre>
 *   server's version ─► lock ─► repair of Flyway's table after a kill ─► Flyway ─► {@link ResumableScript}
 * </pre>
 *
 * <p>Everything runs on one connection, which holds the lock.
 */
public final class Schema {

  private Schema() {}

  /**
   * Applies the missing migrations, if any, and completes a migration that was killed. Several
   * processes may call this at once: one migrates, the others wait. Blocks until then. An interrupt
   * ends the wait, but not a running migration.
   *
   * @return the schema version after the migration
   * @throws SchemaException if this build does not support the server or the database, or if a
   *     migration fails; the next call resumes there
   */
  public static String migrate(DataSource database) {
    return migrate(database, "latest", "classpath:db/migration");
  }

  /** Same up to a version, and with further scripts; for tests. */
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
            .createSchemas(false) // the URL names an existing one
            .ignoreMigrationPatterns(new String[0]) // otherwise a newer schema is accepted
            .load();
    SchemaHistory history = new SchemaHistory(locked);
    history.completeTable();
    String version;
    try {
      version = migrate(flyway);
    } catch (FlywayException e) {
      throw history.explain(e, scripts.found());
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
}
