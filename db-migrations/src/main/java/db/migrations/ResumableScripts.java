package db.migrations;

import java.util.Collection;
import java.util.List;
import org.flywaydb.core.api.resolver.MigrationResolver;
import org.flywaydb.core.api.resolver.ResolvedMigration;
import org.flywaydb.core.internal.parser.ParsingContext;
import org.flywaydb.core.internal.resolver.sql.SqlMigrationResolver;

/** Finds scripts like Flyway, but runs them by {@link ResumableScript}. */
final class ResumableScripts implements MigrationResolver {
  private List<ResolvedMigration> found = List.of();

  @Override
  public Collection<ResolvedMigration> resolveMigrations(Context context) {
    found =
        new SqlMigrationResolver(
                context.resourceProvider,
                (connection, undo, batch, output) -> new ResumableScript(connection),
                context.sqlScriptFactory,
                context.configuration,
                new ParsingContext())
            .resolveMigrations(context);
    return found;
  }

  /** The scripts that were found last, in order of version. */
  List<ResolvedMigration> found() {
    return found;
  }
}
