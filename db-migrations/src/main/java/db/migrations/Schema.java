package db.migrations;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;

/** Brings a database's tables to the version that this build of the service needs. */
public final class Schema {

  private Schema() {}

  /**
   * Applies the migrations that the database lacks; does nothing when it lacks none. Safe to call
   * from several processes at once: one migrates, the others wait for it.
   *
   * @return the version that the schema has now
   * @throws org.flywaydb.core.api.FlywayException if a migration fails, or if the database was
   *     migrated by a newer or a changed set of migrations
   */
  public static String migrate(DataSource database) {
    Flyway flyway =
        Flyway.configure(Schema.class.getClassLoader())
            .loggers("slf4j")
            .locations("classpath:db/migration")
            .dataSource(database)
            .cleanDisabled(true)
            .ignoreMigrationPatterns(new String[0]) // else a newer schema is let pass
            .load();
    flyway.migrate();
    MigrationInfo current = flyway.info().current();
    return current.getVersion().toString();
  }
}
