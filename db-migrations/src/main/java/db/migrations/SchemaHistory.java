package db.migrations;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.flywaydb.core.api.CoreErrorCode;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.resolver.ResolvedMigration;

/** A database's migration history in Flyway's table, and the problems in it. */
final class SchemaHistory {
  private static final String TABLE = "flyway_schema_history";
  private static final String INDEX = TABLE + "_s_idx";
  private static final int NAMED_TABLES = 3;

  private final Connection connection;
  private final String database;

  /** A row; the version is null for another application's repeatable scripts. */
  private record Applied(String version, String script, Integer checksum) {}

  SchemaHistory(Connection connection) throws SQLException {
    this.connection = connection;
    this.database = connection.getCatalog();
  }

  /**
   * Creates the index of Flyway's table if a process was killed before that. Flyway considers the
   * table complete.
   */
  void completeTable() throws SQLException {
    List<String> indexes =
        column(
            "SELECT index_name FROM information_schema.statistics"
                + " WHERE table_schema = DATABASE() AND table_name = '"
                + TABLE
                + "'");
    if (!indexes.isEmpty() && !indexes.contains(INDEX)) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("CREATE INDEX " + INDEX + " ON " + TABLE + " (success)");
      }
    }
  }

  /**
   * Rejects a database whose migration by a newer release was interrupted.
   *
   * @throws SchemaException if a later version than this has begun
   */
  void requireNothingBegunAfter(String version) throws SQLException {
    if (!exists(MigrationJournal.TABLE_NAME)) {
      return;
    }
    for (String begun : column("SELECT version FROM " + MigrationJournal.TABLE_NAME)) {
      if (isLater(begun, version)) {
        throw newer(begun, version, "was being migrated by a newer release of Arashi");
      }
    }
  }

  /** Explains in one sentence why Flyway refused. */
  SchemaException explain(FlywayException failure, List<ResolvedMigration> known)
      throws SQLException {
    if (failure.getErrorCode() == CoreErrorCode.NON_EMPTY_SCHEMA_WITHOUT_SCHEMA_HISTORY_TABLE) {
      return foreign(tables(), failure);
    }
    Map<String, ResolvedMigration> byVersion = new HashMap<>();
    known.forEach(migration -> byVersion.put(migration.getVersion().getVersion(), migration));
    String latest = known.isEmpty() ? "0" : known.get(known.size() - 1).getVersion().getVersion();
    List<Applied> applied = exists(TABLE) ? applied() : List.of();
    boolean arashi = applied.stream().anyMatch(row -> isFirst(row, known));
    List<Applied> unknown = new ArrayList<>();
    for (Applied row : applied) {
      ResolvedMigration ours = row.version() == null ? null : byVersion.get(row.version());
      boolean later = row.version() != null && ours == null && isLater(row.version(), latest);
      if (!later && (ours == null || !ours.getScript().equals(row.script()))) {
        return arashi
            ? ofAnotherBuild(row, failure)
            : foreign(List.of(TABLE + " with " + row.script()), failure);
      }
      if (later || !Objects.equals(ours.getChecksum(), row.checksum())) {
        unknown.add(row);
      }
    }
    if (unknown.isEmpty()) {
      return ServerErrors.explain(failure, "the tables of the database can't be migrated");
    }
    Applied last = unknown.get(unknown.size() - 1);
    if (isLater(last.version(), latest)) {
      return newer(last.version(), latest, "was migrated by a newer release of Arashi");
    }
    return ofAnotherBuild(last, failure);
  }

  /** True if a row is the first script of Arashi, of this build or another. */
  private static boolean isFirst(Applied row, List<ResolvedMigration> known) {
    return !known.isEmpty() && known.get(0).getScript().equals(row.script());
  }

  private SchemaException ofAnotherBuild(Applied differs, Throwable failure) {
    return new SchemaException(
        "the database "
            + database
            + " was made by another build of Arashi, whose script "
            + differs.script()
            + " differs: start that build, restore a backup of this one, or begin with an empty"
            + " database",
        failure);
  }

  private SchemaException foreign(List<String> seen, Throwable failure) {
    String more = seen.size() > NAMED_TABLES ? ", …" : "";
    return new SchemaException(
        "the database "
            + database
            + " is used by another application ("
            + String.join(", ", seen.subList(0, Math.min(NAMED_TABLES, seen.size())))
            + more
            + "): name a database of Arashi's own in mysql.url",
        failure);
  }

  private SchemaException newer(String found, String known, String how) {
    return new SchemaException(
        "the database "
            + database
            + " "
            + how
            + " (schema version "
            + found
            + ", this release has "
            + known
            + "): start that release, or restore the backup from before the upgrade");
  }

  private static boolean isLater(String version, String than) {
    return MigrationVersion.fromVersion(version).compareTo(MigrationVersion.fromVersion(than)) > 0;
  }

  private boolean exists(String table) throws SQLException {
    return !column(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()"
                + " AND table_name = '"
                + table
                + "'")
        .isEmpty();
  }

  private List<String> tables() throws SQLException {
    return column(
        "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()"
            + " ORDER BY table_name");
  }

  private List<String> column(String sql) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }

  private List<Applied> applied() throws SQLException {
    List<Applied> applied = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT version, script, checksum FROM " + TABLE + " ORDER BY installed_rank")) {
      while (rows.next()) {
        applied.add(
            new Applied(rows.getString(1), rows.getString(2), rows.getObject(3, Integer.class)));
      }
    }
    return applied;
  }
}
