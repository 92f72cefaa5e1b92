/**
 * The schema ({@code db/migration/V*.sql}) and the servers that it is migrated on.
 *
 * <pre>
 *   EmbeddedServer ──► Database ──open──► DataSource ──► Schema.migrate ──► the store
 *   (or the JDBC URL    (how to connect)   (HikariCP)      (Flyway)
 *    of a real server)
 * </pre>
 *
 * <p>{@code Schema} gives Flyway the scripts, the history and the order; a {@code ResumableScript}
 * runs each, statement by statement, so that a kill at any point is made good by the next start.
 *
 * <p>Everything here blocks and runs on the thread that calls it: at start, at stop, and in tests.
 */
package db.migrations;
