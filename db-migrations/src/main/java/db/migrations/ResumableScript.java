package db.migrations;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.configuration.Configuration;
import org.flywaydb.core.internal.jdbc.Results;
import org.flywaydb.core.internal.resource.ResourceNameParser;
import org.flywaydb.core.internal.sqlscript.SqlScript;
import org.flywaydb.core.internal.sqlscript.SqlScriptExecutor;
import org.flywaydb.core.internal.sqlscript.SqlStatementIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a migration script so that a new process can resume it after a kill at any point. Flyway
 * would repeat it from the first statement, which fails, because these servers commit each DDL
 * statement at once.
 *
 * <pre>
 *   data (INSERT, UPDATE …)   one transaction: the statement, then "k has ended" in the journal
 *   tables (CREATE, ALTER …)  "k begins" in the journal, commit; then the statement
 * </pre>
 *
 * <p>So a data statement is executed exactly once. For a DDL statement that had begun, the journal
 * can't tell whether it ended, but the server can: such statements are atomic, and a repeated one
 * fails with an error that says that its effect exists.
 */
final class ResumableScript implements SqlScriptExecutor {
  private static final Logger log = LoggerFactory.getLogger(ResumableScript.class);

  private static final Set<String> ON_DATA = Set.of("INSERT", "UPDATE", "DELETE", "REPLACE");

  /**
   * Error codes that say that a statement's effect exists, by its first word. For INSERT this holds
   * only if rows have explicit keys; such an INSERT was executed as a whole.
   */
  private static final Map<String, Set<Integer>> IS_THERE =
      Map.of(
          "CREATE", Set.of(1050, 1061), // table, index exists
          "ALTER", Set.of(1054, 1060, 1061, 1068, 1091, 1826), // column, key, constraint
          "DROP", Set.of(1051, 1091), // no such table, index
          "RENAME", Set.of(1050, 1146),
          "INSERT", Set.of(1062));

  private static final Pattern VERB =
      Pattern.compile("(?s)(?:\\s|--[^\n]*+\n|/\\*.*?\\*/)*+(\\w*).*");

  private final Connection connection;

  ResumableScript(Connection connection) {
    this.connection = connection;
  }

  @Override
  public List<Results> execute(SqlScript script, Configuration configuration) {
    String name = script.getResource().getFilename();
    MigrationVersion version = new ResourceNameParser(configuration).parse(name).getVersion();
    try {
      run(name, version, statements(script));
      return List.of();
    } catch (SQLException e) {
      throw ServerErrors.explain(e, "the tables of the database can't be migrated with " + name);
    }
  }

  private static List<String> statements(SqlScript script) {
    List<String> statements = new ArrayList<>();
    try (SqlStatementIterator each = script.getSqlStatements()) {
      each.forEachRemaining(statement -> statements.add(statement.getSql()));
    }
    return statements;
  }

  private void run(String script, MigrationVersion version, List<String> statements)
      throws SQLException {
    connection.setAutoCommit(false); // Flyway restores it
    MigrationJournal journal = MigrationJournal.of(connection, version.getVersion());
    if (journal.done() > 0) {
      log.info("{} was begun before; it goes on after statement {}", script, journal.done());
    }
    for (int k = journal.done() + 1; k <= statements.size(); k++) {
      try {
        run(journal, k, statements.get(k - 1));
      } catch (SQLException e) {
        String where = "the migration " + script + " stopped at statement " + k;
        throw ServerErrors.explain(e, where + " (a new start goes on from there)");
      }
    }
  }

  private void run(MigrationJournal journal, int k, String sql) throws SQLException {
    String verb = verb(sql);
    boolean mayBeThere = journal.mayHaveEnded(k);
    if (ON_DATA.contains(verb)) {
      execute(sql, verb, mayBeThere);
      journal.end(k);
    } else if (IS_THERE.containsKey(verb)) {
      journal.begin(k);
      execute(sql, verb, mayBeThere);
    } else {
      throw new SchemaException("a migration must not have a statement that begins with " + verb);
    }
  }

  /** Returns the first word after comments. */
  static String verb(String sql) {
    Matcher verb = VERB.matcher(sql);
    return verb.matches() ? verb.group(1).toUpperCase(Locale.ROOT) : "";
  }

  private void execute(String sql, String verb, boolean mayBeThere) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      if (!mayBeThere || !IS_THERE.getOrDefault(verb, Set.of()).contains(e.getErrorCode())) {
        throw e;
      }
      log.debug("an earlier start has done this: {}", e.getMessage());
    }
  }
}
