/**
 * The schema ({@code db/migration/V*.sql}) and the servers that it is migrated on.
 *
 * <pre>
 *   EmbeddedServer ──► Database ──open──► DataSource ──► Schema.migrate ──► the store
 *   (or the JDBC URL    (how to connect)   (HikariCP)      (Flyway)
 *    of a real server)
 * </pre>
 *
 * <p>{@code Schema} gives Flyway the scripts, the history and the order. {@code ResumableScript}
 * runs each script statement by statement, so that a start after a kill resumes it.
 *
 * <p>Everything blocks and runs on the calling thread: at start, at stop, and in tests.
 */
package db.migrations;
